// Serves a folder to this machine, and runs programs in Chromium that tell what they have found.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { Browser } from './browser.mjs';

const types = { '.html': 'text/html', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

/** The headers that let a page have shared memory. */
export const isolated = {
  'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp',
};

/** Serves a folder, which is a URL that ends with a slash. `pages` are texts by their paths. */
export async function serve(root, pages = {}, headers = {}) {
  const server = createServer(async (request, response) => {
    try {
      const body = pages[request.url] ?? await readFile(new URL(`.${request.url}`, root));
      const type = types[extname(request.url)] ?? 'text/plain';
      response.writeHead(200, { 'content-type': type, ...headers }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return server;
}

/** Runs an async function body in a page beside a folder, and returns what that returns, by JSON. */
export async function runInPage(root, body, headers) {
  const program = `(async () => { ${body} })().catch((error) => ({ error: String(error) }))
    .then((found) => { document.title = JSON.stringify(found); });`;
  const pages = { '/index.html': '<title></title><script type="module" src="program.mjs"></script>',
    '/program.mjs': program };
  const server = await serve(root, pages, headers);
  const browser = await Browser.start();
  try {
    await browser.open(`http://127.0.0.1:${server.address().port}/index.html`);
    return JSON.parse((await browser.until('document.title', /^[[{"].*/s))[0]);
  } finally {
    await browser.stop();
    server.close();
  }
}
