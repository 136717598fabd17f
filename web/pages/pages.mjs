// The pages in the order of the navigation: name, title, and a line for the front page and search engines.
export const pages = [
  ['index', 'carom', 'Collisions without a solver, in the browser: grab a ball and throw it.'],
  ['select', 'Selection', 'A marquee and a lasso select among 10,000 rotated rectangles as you drag.'],
  ['platformer', 'Platformer', 'Ledges with one side: jump up through them, land on them, drop down.'],
  ['rollback', 'Rollback', 'Two players, one of them late: the past is played again in one frame.'],
  ['determinism', 'The same bits', 'Your browser computes the hashes that C computes on every processor.'],
];
