/* carom/carom.hpp: the same library for C++11 and later: owners, ids that compare, handlers from lambdas, and
 * statuses as exceptions. Everything is inline and stands on the public functions; nothing of it must be
 * used, as the headers in C compile as C++ too.
 *
 *  - An owner converts to the pointer that the functions take, so that `carom_world_step(world, dt)` works
 *    with a carom::world.
 *  - carom::check throws what is not CAROM_OK. Without exceptions it ends the program.
 *  - Definitions are made all zero by `carom_body_def def{};` and then set field by field. */
#ifndef CAROM_HPP
#define CAROM_HPP

#include <cstddef>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include "carom.h"

/* Ids are equal when they name the same object. Their order is the one that sorted containers need and tells
 * nothing else. */
#define CAROM_HPP_ID(Id)                                                                                     \
  inline bool operator==(Id p, Id q) noexcept { return p.bits == q.bits; }                                   \
  inline bool operator!=(Id p, Id q) noexcept { return p.bits != q.bits; }                                   \
  inline bool operator<(Id p, Id q) noexcept { return p.bits < q.bits; }                                     \
  namespace std {                                                                                            \
  template <> struct hash<Id> {                                                                              \
    size_t operator()(Id id) const noexcept { return hash<uint64_t>()(id.bits); }                            \
  };                                                                                                         \
  }
CAROM_HPP_ID(carom_body)
CAROM_HPP_ID(carom_collider)
CAROM_HPP_ID(carom_handler)
#undef CAROM_HPP_ID

namespace carom {

/* A status that is not CAROM_OK. Its text says what was wrong and how to correct it. */
class error : public std::exception {
public:
  /* Makes an error of a status. */
  explicit error(carom_status status) noexcept : status_(status) {}
  /* Returns the status. */
  carom_status status() const noexcept { return status_; }
  /* Returns the sentence of the status. */
  const char *what() const noexcept override { return carom_status_text(status_); }

private:
  carom_status status_;
};

/* Throws carom::error unless the status is CAROM_OK. */
inline void check(carom_status status) {
  if (status == CAROM_OK) return;
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS) || defined(_CPPUNWIND)
  throw error(status);
#else
  std::abort();
#endif
}

/* Returns the id that a function made, or throws the reason why it is null, which is the last status of the
 * world: `carom::made(world, carom_body_create(world, &def))`. */
template <class Id> Id made(const carom_world *world, Id id) {
  if (id.bits == 0) check(carom_world_get_last_status(world));
  return id;
}

/* Elements of an array that someone else owns; it ends when they do. */
template <class T> class span {
public:
  /* Names an array, which is empty when data is NULL. */
  span(T *data, std::size_t size) noexcept : data_(data), size_(data ? size : 0) {}
  /* Returns the first element. */
  T *begin() const noexcept { return data_; }
  /* Returns the end behind the last element. */
  T *end() const noexcept { return data_ + size_; }
  /* Returns the array. */
  T *data() const noexcept { return data_; }
  /* Returns the number of elements. */
  std::size_t size() const noexcept { return size_; }
  /* Tells whether there is no element. */
  bool empty() const noexcept { return size_ == 0; }
  /* Returns an element, whose index must be below size(). */
  T &operator[](std::size_t i) const noexcept { return data_[i]; }

private:
  T *data_;
  std::size_t size_;
};

/* The contacts of the last step, valid as long as the array of carom_world_get_contacts. */
inline span<const carom_contact> contacts(const carom_world *world) noexcept {
  std::size_t count = 0;
  const carom_contact *first = carom_world_get_contacts(world, &count);
  return {first, count};
}

/* The events of the last step, valid as long as the array of carom_world_get_events. */
inline span<const carom_event> events(const carom_world *world) noexcept {
  std::size_t count = 0;
  const carom_event *first = carom_world_get_events(world, &count);
  return {first, count};
}

/* The points of a manifold or of a patch, valid as long as that. */
template <class Manifold> span<const carom_contact_point> points(const Manifold &manifold) noexcept {
  return {manifold.points, manifold.point_count};
}

/* What an owner does at its end. A world that ends inside one of its own handlers ends the program. */
struct deleter {
  /* Destroys a world. */
  void operator()(carom_world *p) const noexcept {
    if (carom_world_destroy(p)) std::abort();
  }
  /* Destroys a pool. */
  void operator()(carom_pool *p) const noexcept { carom_pool_destroy(p); }
  /* Destroys a set of islands. */
  void operator()(carom_islands *p) const noexcept { carom_islands_destroy(p); }
  /* Destroys pieces. */
  void operator()(carom_pieces *p) const noexcept { carom_pieces_destroy(p); }
  /* Closes a replay. */
  void operator()(carom_replay *p) const noexcept { carom_replay_close(p); }
  /* Destroys a mark of a replay. */
  void operator()(carom_replay_mark *p) const noexcept { carom_replay_mark_destroy(p); }
  /* Releases a hull. */
  void operator()(const carom_hull *p) const noexcept { carom_hull_release(p); }
  /* Releases a polygon. */
  void operator()(const carom_polygon *p) const noexcept { carom_polygon_release(p); }
  /* Releases a mesh. */
  void operator()(const carom_mesh *p) const noexcept { carom_mesh_release(p); }
  /* Releases a field. */
  void operator()(const carom_field *p) const noexcept { carom_field_release(p); }
  /* Releases a compound. */
  void operator()(const carom_compound *p) const noexcept { carom_compound_release(p); }
  /* Releases a chain. */
  void operator()(const carom_chain *p) const noexcept { carom_chain_release(p); }
};

/* The only owner of something of type T, which may be empty. It can be moved. An asset is counted, so that a
 * shape on a body outlives its owner. */
template <class T> class owner {
public:
  /* Owns nothing. */
  owner() noexcept {}
  /* Owns the argument from now on. */
  explicit owner(T *owned) noexcept : owned_(owned) {}
  /* Converts to what is owned, or NULL. */
  operator T *() const noexcept { return owned_.get(); }
  /* Returns what is owned, or NULL. */
  T *get() const noexcept { return owned_.get(); }
  /* Gives up what is owned. */
  T *release() noexcept { return owned_.release(); }
  /* Destroys what is owned, and owns the argument. */
  void reset(T *owned = nullptr) noexcept { owned_.reset(owned); }

private:
  std::unique_ptr<T, deleter> owned_;
};

/* Owns a pool of threads. */
using pool = owner<carom_pool>;
/* Owns a set of islands. */
using islands = owner<carom_islands>;
/* Owns the convex pieces of a polygon. */
using pieces = owner<carom_pieces>;
/* Owns a replay, and closes it. */
using replay = owner<carom_replay>;
/* Owns a mark of a replay. */
using replay_mark = owner<carom_replay_mark>;
/* Owns a count of a hull. */
using hull = owner<carom_hull>;
/* Owns a count of a polygon. */
using polygon = owner<carom_polygon>;
/* Owns a count of a mesh. */
using mesh = owner<carom_mesh>;
/* Owns a count of a height field. */
using field = owner<carom_field>;
/* Owns a count of a compound. */
using compound = owner<carom_compound>;
/* Owns a count of a chain. */
using chain = owner<carom_chain>;

/* What the last parameter of a function points to: `made_by<..., T **>::type` is T. */
template <class First, class... Others> struct made_by : made_by<Others...> {};
/* The last parameter itself. */
template <class T> struct made_by<T **> { using type = T; /* what it points to */ };

/* Calls a function that makes something and writes its pointer last, and owns the result:
 * `carom::hull h = carom::make(carom_hull_from_points, nullptr, points, count, 0);` Throws its status. */
template <class... Parameters, class... Arguments>
owner<typename made_by<Parameters...>::type> make(carom_status (*function)(Parameters...),
                                                  Arguments &&...arguments) {
  typename made_by<Parameters...>::type *result = nullptr;
  check(function(std::forward<Arguments>(arguments)..., &result));
  return owner<typename made_by<Parameters...>::type>(result);
}

/* A world and the functions that handle its events. */
class world {
public:
  /* Makes a world. Throws as carom_world_create. */
  explicit world(const carom_world_def &def = carom_world_def()) {
    carom_world *made = nullptr;
    check(carom_world_create(&def, &made));
    world_.reset(made);
  }
  /* Owns a world that was loaded, cloned or made otherwise. */
  explicit world(carom_world *owned) noexcept : world_(owned) {}

  /* Converts to the world. */
  operator carom_world *() const noexcept { return world_.get(); }
  /* Returns the world. */
  carom_world *get() const noexcept { return world_.get(); }

  /* Steps the world. Throws as carom_world_step. */
  void step(float dt) { check(carom_world_step(get(), dt)); }

  /* Creates a body. Throws as carom_body_create. */
  carom_body create(const carom_body_def &def) { return made(get(), carom_body_create(get(), &def)); }
  /* Creates a collider on a body. Throws as carom_collider_create. */
  carom_collider create(carom_body body, const carom_collider_def &def) {
    return made(get(), carom_collider_create(get(), body, &def));
  }

  /* Calls a function with each event of these kinds, bits of carom_event_kind, as `f(event)`; 0 means BEGIN
   * and END. The world keeps the function until its own end, even when the handler is removed. An exception
   * that leaves it ends the program, as carom is C. Throws as carom_handler_add. */
  template <class Function> carom_handler on(uint32_t kinds, Function function) {
    carom_handler_def def = carom_handler_def();
    def.events = kinds;
    return on(def, std::move(function));
  }

  /* The same with categories or an impact. The callback and the user pointer of the definition are set here.
   */
  template <class Function> carom_handler on(carom_handler_def def, Function function) {
    std::unique_ptr<holder<Function>> kept(new holder<Function>(std::move(function)));
    def.callback = &holder<Function>::call;
    def.user = &kept->function;
    const carom_handler handler = made(get(), carom_handler_add(get(), &def));
    kept->next = std::move(functions_.first);
    functions_.first = std::move(kept);
    return handler;
  }

private:
  struct link {
    virtual ~link() {}
    std::unique_ptr<link> next;
  };
  template <class Function> struct holder : link {
    explicit holder(Function f) : function(std::move(f)) {}
    static void call(void *user, carom_world *, const carom_event *event) noexcept {
      (*static_cast<Function *>(user))(*event);
    }
    Function function;
  };
  /* Links end one by one, as a chain of destructors would need a stack for all. */
  struct list {
    list() noexcept {}
    list(list &&other) noexcept : first(std::move(other.first)) {}
    list &operator=(list &&other) noexcept {
      clear();
      first = std::move(other.first);
      return *this;
    }
    ~list() { clear(); }
    void clear() noexcept {
      while (first) {
        std::unique_ptr<link> next = std::move(first->next);
        first = std::move(next);
      }
    }
    std::unique_ptr<link> first;
  };

public:
  /* Takes the world and its functions over. */
  world(world &&other) noexcept : functions_(std::move(other.functions_)), world_(std::move(other.world_)) {}
  /* The old world ends before its functions do, as its handlers get the ENDs of its contacts. */
  world &operator=(world &&other) noexcept {
    if (this == &other) return *this;
    world_ = std::move(other.world_);
    functions_ = std::move(other.functions_);
    return *this;
  }

private:
  list functions_; /* outlives the world */
  std::unique_ptr<carom_world, deleter> world_;
};

} // namespace carom

#endif
