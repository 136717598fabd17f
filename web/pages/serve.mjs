// Serves a folder to this machine, with the headers that let pages use threads and exact clocks.
//
//     node serve.mjs FOLDER [PORT]    PORT is 8123 unless it is given; 0 takes a free one
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';

const types = {
  '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.mjs': 'text/javascript',
  '.js': 'text/javascript', '.json': 'application/json', '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml', '.woff2': 'font/woff2', '.txt': 'text/plain; charset=utf-8',
};

/** What a page needs for threads and exact clocks. */
export const isolation = {
  'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp',
};

/** Begins to serve a folder as what is below `root`, with texts at other paths. Returns the server, whose
 * address tells the port. */
export async function serve(folder, { port = 0, root = '/', texts = {}, headers = isolation } = {}) {
  const server = createServer(async (request, response) => {
    try {
      const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
      if (!path.startsWith(root)) throw new Error('this path is not below the root');
      const below = path.slice(root.length);
      const file = join(folder, below === '' || below.endsWith('/') ? `${below}index.html` : below);
      const body = texts[path] ?? await readFile(file);
      const type = types[extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache', ...headers }).end(body);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such file.');
    }
  });
  await new Promise((done, failed) => {
    server.once('error', failed).listen(port, '127.0.0.1', done);
  });
  return server;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, port = '8123'] = process.argv.slice(2);
  try {
    const server = await serve(folder, { port: Number(port) });
    console.log(`the pages are at http://localhost:${server.address().port}/ until Ctrl-C`);
  } catch (error) {
    console.error(`cannot serve at port ${port}: ${error.message}`);
    process.exitCode = 1;
  }
}
