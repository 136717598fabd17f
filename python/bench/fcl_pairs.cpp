// FCL as python-fcl offers it: objects with a transform, and a function for one pair, called from Python.
#include <fcl/fcl.h>

extern "C" {

void *fcl_box(double x, double y, double z) {
  return new fcl::CollisionObjectd(std::make_shared<fcl::Boxd>(x, y, z));
}

void fcl_set_transform(void *object, const double *position, const double *rotation) {
  fcl::Transform3d transform = fcl::Transform3d::Identity();
  transform.translation() = fcl::Vector3d(position[0], position[1], position[2]);
  transform.linear() =
      fcl::Quaterniond(rotation[3], rotation[0], rotation[1], rotation[2]).toRotationMatrix();
  static_cast<fcl::CollisionObjectd *>(object)->setTransform(transform);
}

int fcl_collide(void *a, void *b) {
  fcl::CollisionRequestd request;
  fcl::CollisionResultd result;
  fcl::collide(static_cast<fcl::CollisionObjectd *>(a), static_cast<fcl::CollisionObjectd *>(b), request,
               result);
  return result.isCollision();
}

double fcl_distance(void *a, void *b) {
  fcl::DistanceRequestd request(true);
  fcl::DistanceResultd result;
  return fcl::distance(static_cast<fcl::CollisionObjectd *>(a), static_cast<fcl::CollisionObjectd *>(b),
                       request, result);
}
}
