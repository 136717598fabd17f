// Small pictures of the pages for the cards of the front page, 240 wide and 104 high.
const circle = (x, y, r, colour) => `<circle cx="${x}" cy="${y}" r="${r}" class="${colour}"/>`;
const box = (x, y, width, height, colour, turn = 0, round = 2) => (
  `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="${round}"
 class="${colour}" transform="rotate(${turn} ${x} ${y})"/>`);
const line = (d, colour, width = 4, dashes = 'none') => (
  `<path d="${d}" class="stroke ${colour}" stroke-width="${width}" stroke-dasharray="${dashes}"/>`);
const repeat = (count, make) => Array.from({ length: count }, (_, i) => make(i)).join('');

const balls = ['ivory', 'yellow', 'red'];

/** A thing of a ring around a middle, seen from the side. */
function orbiting(i) {
  const [x, y] = [120 + 92 * Math.cos(i * 2.4), 62 + 26 * Math.sin(i * 2.4)].map(Math.round);
  return i % 2 ? circle(x, y, 4, balls[i % 3]) : box(x, y, 9, 7, balls[i % 3], i * 40);
}

/** A bar of a pattern that looks random and never changes. */
const bar = (i, y) => box(20 + 10 * i, y, 7, 30, [...balls, 'chalk'][(i * i * 7 + i * 3) % 11 % 4]);

const pictures = {
  space: repeat(14, (i) => orbiting(2 * i)) + circle(116, 60, 21, 'ivory') + circle(138, 44, 12, 'ivory')
    + box(134, 25, 8, 28, 'ivory', -12, 4) + box(146, 26, 8, 28, 'ivory', 16, 4)
    + repeat(7, (i) => orbiting(4 * i + 1)),
  track: line('M50 70C20 30 90 15 125 34S215 20 205 62 150 92 120 80 75 96 50 70Z', 'line', 20)
    + box(92, 27, 18, 9, 'yellow', -8) + box(150, 38, 18, 9, 'red', 8) + box(112, 79, 18, 9, 'ivory', 12),
  character: line('M20 92H80V78H98V64H116V50H134V36H220', 'ivory', 5) + box(116, 28, 17, 40, 'red', 0, 9)
    + box(186, 84, 44, 6, 'chalk'),
  select: repeat(60, (i) => box(18 + 23 * (i % 10), 12 + 16 * Math.floor(i / 10), 13, 6,
    i % 10 > 2 && i % 10 < 7 && i > 9 && i < 40 ? 'yellow' : 'line', i * 37))
    + line('M76 20H168V70H76Z', 'ivory', 2, '6 4'),
  platformer: line('M30 78Q60 66 90 78M110 56Q140 44 170 56M150 88Q185 76 220 88', 'yellow', 5)
    + box(62, 50, 15, 34, 'red', 0, 8) + circle(140, 30, 6, 'yellow') + circle(196, 62, 6, 'yellow'),
  coast: '<path d="M0 30Q40 12 66 34T112 48 96 84 40 78 0 96ZM240 16Q196 22 186 44T214 84 240 80Z" '
    + `class="land"/>${circle(150, 52, 27, 'veil')}` + box(144, 64, 16, 8, 'yellow', -32, 4)
    + box(126, 22, 16, 8, 'yellow', -16, 4) + box(164, 44, 16, 8, 'yellow', 38, 4),
  rollback: repeat(2, (i) => box(72 + 96 * i, 52, 82, 82, 'shade', 0, 8)
    + circle(52 + 96 * i + 4 * i, 60, 10, 'yellow') + circle(94 + 96 * i, 40, 10, 'red')
    + repeat(4, (k) => circle(62 + 96 * i + 10 * k, 28 + 15 * k, 3.5, 'ivory')))
    + line('M48 60a10 10 0 1 0 20 0a10 10 0 1 0 -20 0', 'yellow', 2, '4 3'),
  determinism: repeat(21, (i) => bar(i, 32) + bar(i, 72)),
  speed: box(34, 24, 12, 12, 'red', 0, 6) + box(62, 44, 68, 12, 'yellow', 0, 6)
    + box(84, 64, 112, 12, 'yellow', 0, 6) + box(124, 84, 192, 12, 'yellow', 0, 6),
  playground: ['56 chalk', '92 ivory', '40 yellow', '74 ivory', '24 red'].map((text, i) => {
    const [width, colour] = text.split(' ');
    return box(26 + 14 * (i % 3) + width / 2, 20 + 16 * i, Number(width), 6, colour, 0, 3);
  }).join('') + circle(186, 44, 16, 'yellow') + box(204, 72, 26, 18, 'red', 24),
};

/** The picture of a page. */
export const art = (name) => (
  `<svg class="art" viewBox="0 0 240 104" aria-hidden="true">${pictures[name]}</svg>`);
