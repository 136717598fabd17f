// The pages in the order of the navigation: name, title, and a line for the front page and search engines.
export const pages = [
  ['index', 'carom', 'Collisions without a solver, in the browser: grab a ball and throw it.'],
  ['space', 'Space', '2,000 bodies drift around a scanned bunny, and bounce off all of its triangles.'],
  ['track', 'Track', 'Cars follow a road of triangles by rays, and never drive through each other.'],
  ['character', 'Character', 'A capsule climbs stairs, rides a lift and stops at what is too steep.'],
  ['select', 'Selection', 'A marquee and a lasso select among 10,000 rotated rectangles as you drag.'],
  ['platformer', 'Platformer', 'Ledges with one side: jump up through them, land on them, drop down.'],
  ['coast', 'Coast', 'Ships turn away from every coast of the world, cut into convex pieces.'],
  ['rollback', 'Rollback', 'Two players, one of them late: the past is played again in one frame.'],
  ['determinism', 'The same bits', 'Your browser computes the hashes that C computes on every processor.'],
  ['speed', 'Speed', 'carom and other engines of npm on the same scene, in your browser.'],
  ['playground', 'Playground', 'Edit a program, run it, and share it by its address.'],
];
