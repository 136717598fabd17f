// The panel beside a scene that shows the files it is made of.
import { highlight } from './highlight.mjs';

const panel = document.querySelector('#source');
const code = panel?.querySelector('code');
const tabs = [...panel?.querySelectorAll('[role=tab]') ?? []];

async function show(tab) {
  for (const each of tabs) {
    each.setAttribute('aria-selected', String(each === tab));
    each.tabIndex = each === tab ? 0 : -1;
  }
  const response = await fetch(tab.dataset.file);
  code.replaceChildren(highlight(await response.text()));
  code.parentElement.scrollTop = 0;
}

/** Left and right go to the next tab, as is usual for tabs. */
function walk(event) {
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!way) return;
  const next = tabs[(tabs.indexOf(event.target) + way + tabs.length) % tabs.length];
  next.focus();
  show(next);
}

for (const tab of tabs) {
  tab.onclick = () => show(tab);
  tab.onkeydown = walk;
}
if (tabs.length > 0) show(tabs[0]);
