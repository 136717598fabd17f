// Runs programs in Chromium that tell what they have found.
import { fileURLToPath } from 'node:url';
import { serve } from '../pages/serve.mjs';
import { Browser } from './browser.mjs';

/** Runs an async function body in a page beside a folder, a URL of a file, and returns what that returns, by
 * JSON. */
export async function runInPage(root, body, headers = {}) {
  const program = `(async () => { ${body} })().catch((error) => ({ error: String(error) }))
    .then((found) => { document.title = JSON.stringify(found); });`;
  const page = '<title></title><script type="module" src="program.mjs"></script>';
  const texts = { '/index.html': page, '/program.mjs': program };
  const server = await serve(fileURLToPath(root), { texts, headers });
  const browser = await Browser.start();
  try {
    await browser.open(`http://127.0.0.1:${server.address().port}/index.html`);
    return JSON.parse((await browser.until('document.title', /^[[{"].*/s))[0]);
  } finally {
    await browser.stop();
    server.close();
  }
}
