// Finds texts for people in a page's code instead of a catalog: between tags, in attributes that people read or hear, in toasts and in
// titles. CONTRIBUTING.md says where they belong.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { fail, root } from './prepare.mjs';

const readAttributes =
  /^(label|title|hint|about|placeholder|alt|heading|question|confirmLabel|cancelLabel|submitLabel|busyLabel|loadingLabel|emptyTitle|failure|empty|mark|aria-label|aria-valuetext|aria-description)$/;
/** Elements that contain code, which is the same in every language. */
const codeElements = /^(code|pre|kbd|em)$/;
const sayingCalls = /^(toast|toast\.\w+|privateMeta)$/;
/** Names, URLs and sample input. */
const sameEverywhere = /^(OpenAPI 3\.1|\/api\/v1|XXXX-XXXX-XXXX|https:\/\/…|pk_live_…|\{ error, code \})$/;
const isText = (value) => /\p{L}{2,}/u.test(value) && !sameEverywhere.test(value.trim());

const found = [];
for (const file of globSync('src/**/*.tsx', { cwd: root })) {
  const source = readFileSync(join(root, file), 'utf8');
  const at = (node) => `${file}:${source.slice(0, node.start).split('\n').length}`;
  const report = (node, value) => isText(value) && found.push(`${at(node)} ${JSON.stringify(value.trim())}`);
  /** Reports the texts that an expression can have as its value. */
  const readValues = (node) => {
    if (!node) return;
    if (node.type === 'Literal' && typeof node.value === 'string') report(node, node.value);
    if (node.type === 'TemplateLiteral') report(node, node.quasis.map(({ value }) => value.cooked).join(' '));
    if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(readValues);
    if (node.type === 'LogicalExpression') [node.left, node.right].forEach(readValues);
    if (node.type === 'JSXExpressionContainer') readValues(node.expression);
  };
  const nameOf = ({ name }) => (name.type === 'JSXIdentifier' ? name.name : '');
  new Visitor({
    JSXElement(node) {
      if (codeElements.test(nameOf(node.openingElement))) return;
      for (const child of node.children)
        if (child.type === 'JSXText') report(child, child.value);
        else if (child.type === 'JSXExpressionContainer') readValues(child);
    },
    JSXFragment(node) {
      for (const child of node.children)
        if (child.type === 'JSXText') report(child, child.value);
        else if (child.type === 'JSXExpressionContainer') readValues(child);
    },
    JSXAttribute(node) {
      if (readAttributes.test(nameOf(node))) readValues(node.value);
    },
    CallExpression(node) {
      if (sayingCalls.test(source.slice(node.callee.start, node.callee.end)))
        node.arguments.forEach(readValues);
    },
  }).visit(parseSync(file, source).program);
}
if (found.length > 0) fail(`These texts belong in a catalog (words/en.json):\n${found.join('\n')}`);
