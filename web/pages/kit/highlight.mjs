// Colours for the source of a program in JavaScript.
const words = 'as async await break case catch class const continue default delete do else export extends '
  + 'false finally for from function get if import in instanceof let new null of return set static super '
  + 'switch this throw true try typeof undefined while yield';
const keyword = new Set(words.split(' '));
const token = new RegExp([
  String.raw`(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)`,
  String.raw`(?<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|${'`'}(?:\\.|[^${'`'}\\])*${'`'})`,
  String.raw`(?<number>\b(?:0x[\da-f]+|\d[\d_]*\.?\d*(?:e[+-]?\d+)?n?)\b)`,
  String.raw`(?<call>[A-Za-z_$][\w$]*(?=\())`,
  String.raw`(?<name>[A-Za-z_$][\w$]*)`,
].join('|'), 'gi');

function kindOf({ comment, text, number, call, name }) {
  if (comment) return 'comment';
  if (text) return 'text';
  if (number) return 'number';
  if (keyword.has(call ?? name)) return 'keyword';
  return call ? 'call' : '';
}

/** Returns the nodes of a source, with a span for each token that has a colour. */
export function highlight(source) {
  const out = document.createDocumentFragment();
  let end = 0;
  for (const match of source.matchAll(token)) {
    const kind = kindOf(match.groups);
    if (!kind) continue;
    const span = document.createElement('span');
    span.className = kind;
    span.textContent = match[0];
    out.append(source.slice(end, match.index), span);
    end = match.index + match[0].length;
  }
  out.append(source.slice(end));
  return out;
}
