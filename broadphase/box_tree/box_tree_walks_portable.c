/* box_tree_walks_portable.c: the walks on two of the machine's four lanes. */
#include "box_tree_walks.h"

#include "box_tree_walk8.h"

const carom__box_walks carom__box_walks_portable = {query_boxes, cast_box, cast_boxes, near_point};
