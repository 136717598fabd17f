// Keys that are held down, and buttons on the screen that do the same for fingers.
import { element } from './frame.mjs';

// What has keys of its own.
const others = 'input, select, textarea, #source';

/** Watches named actions, e.g. {left: ['ArrowLeft', 'a']}. held.left is true while one of its keys or its
 * button is down. With signs, e.g. {left: '←'}, buttons for fingers are added below the scene. */
export function hold(actions, signs = {}) {
  const held = Object.fromEntries(Object.keys(actions).map((name) => [name, false]));
  const names = new Map(Object.entries(actions).flatMap(([name, keys]) => keys.map((key) => [key, name])));
  const note = (event, down) => {
    const name = names.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (!name || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.(event.key === ' ' ? `${others}, button` : others)) return;
    held[name] = down;
    event.preventDefault();
  };
  addEventListener('keydown', (event) => note(event, true));
  addEventListener('keyup', (event) => note(event, false));
  addEventListener('blur', () => Object.keys(held).forEach((name) => { held[name] = false; }));
  addButtons(held, signs);
  return held;
}

function addButtons(held, signs) {
  const pad = element('div', { className: 'pad' });
  for (const [name, sign] of Object.entries(signs)) {
    const button = element('button', { type: 'button', textContent: sign, ariaLabel: name });
    button.onpointerdown = (event) => {
      held[name] = true;
      button.setPointerCapture(event.pointerId);
    };
    button.onpointerup = button.onpointercancel = () => { held[name] = false; };
    button.oncontextmenu = (event) => event.preventDefault();
    pad.append(button);
  }
  document.querySelector('#panel').append(pad);
}
