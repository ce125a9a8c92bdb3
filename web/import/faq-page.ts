// The questions of a schema.org FAQPage: JSON-LD alone, or the page that has it.
import { strings } from '../strings/strings';
import { plainText } from './html-text';
import { ImportError } from './import-error';
import { isObject } from './json-lines';
import { BrokenJson, parseJson } from './json-text';
import type { Pace } from './pace';
import { countLines } from './read-text';
import { ObjectRows, type Problem, type Rows } from './rows';

/**
 * A row per phrasing: `name`, then each `alternateName`, with the same answer and, if there
 * are several, the same group.
 */
export async function readFaqPage(text: string, pace: Pace): Promise<Rows> {
  const problems: Problem[] = [];
  const rows = new ObjectRows();
  const blocks = isHtml(text) ? scriptsOf(text) : [{ text, line: 1 }];
  for (const [i, block] of blocks.entries()) {
    await pace.turn('parse', i / blocks.length);
    try {
      const value = parseJson(block.text, block.line);
      for (const question of questionsIn(value)) {
        addQuestion(question, block.line, rows, problems);
        if (pace.due) await pace.turn('parse', i / blocks.length);
      }
    } catch (error) {
      if (!(error instanceof BrokenJson)) throw error;
      problems.push({ line: error.line, message: error.message });
    }
  }
  if (rows.rows.length === 0) throw noQuestions(blocks.length, problems);
  return { columns: rows.columns, rows: rows.rows, problems };
}

/** Whether JSON speaks of schema.org's questions. */
export function looksLikeFaqPage(json: string): boolean {
  return /"@type"\s*:\s*(?:\[[^\]]*)?"[^"]*\b(?:FAQPage|QAPage|Question)"/.test(json);
}

export function isHtml(text: string): boolean {
  return (
    /^\s*<(?:!doctype|!--|\?xml|html|head|body|script|meta|div|main|section)\b/i.test(text) ||
    /^\s*<!--/.test(text)
  );
}

interface Block {
  text: string;
  line: number;
}

function scriptsOf(html: string): Block[] {
  const scripts = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi;
  const blocks: Block[] = [];
  for (const match of html.matchAll(scripts)) {
    const [whole, attributes = '', content = ''] = match;
    if (!/\btype\s*=\s*["']?application\/ld\+json/i.test(attributes)) continue;
    const before = match.index + whole.indexOf('>', '<script'.length + attributes.length) + 1;
    blocks.push({
      // Wrapped so that old browsers would not show it.
      text: content
        .replace(/^(\s*)(?:\/\/\s*)?(?:<!--|<!\[CDATA\[)/, '$1')
        .replace(/(?:\/\/\s*)?(?:-->|\]\]>)\s*$/, ''),
      line: 1 + countLines(html.slice(0, before)),
    });
  }
  return blocks;
}

type Node = Record<string, unknown>;

/** Every question in `value`, however deep, in order, each once. */
function questionsIn(value: unknown): Set<Node> {
  const named = new Map<string, Node>();
  const found = new Set<Node>();
  walk(value, (node) => {
    const id = node['@id'];
    // Who only refers to a node says nothing else of it.
    if (typeof id === 'string' && Object.keys(node).length > 1) named.set(id, node);
  });
  const resolve = (node: Node): Node => {
    const id = node['@id'];
    return (typeof id === 'string' ? named.get(id) : undefined) ?? node;
  };
  walk(value, (node) => {
    if (isOfType(node, 'Question')) found.add(withAnswers(resolve(node), resolve));
    if (!isOfType(node, 'FAQPage')) return;
    for (const item of listOf(node.mainEntity).filter(isObject).map(resolve)) {
      // Some leave out the type, as nothing else belongs there.
      if (!('@type' in item) || isOfType(item, 'Question')) found.add(withAnswers(item, resolve));
    }
  });
  return found;
}

// In place, so that a question keeps its identity.
function withAnswers(question: Node, resolve: (node: Node) => Node): Node {
  for (const name of ['acceptedAnswer', 'suggestedAnswer']) {
    if (name in question) {
      question[name] = listOf(question[name]).map((each) =>
        isObject(each) ? resolve(each) : each,
      );
    }
  }
  return question;
}

// With a list of its own in place of recursion, which a deep text would exhaust.
function walk(value: unknown, visit: (node: Node) => void): void {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) {
      for (let i = next.length - 1; i >= 0; i -= 1) waiting.push(next[i]);
    } else if (isObject(next)) {
      visit(next);
      for (const field of Object.values(next).reverse()) waiting.push(field);
    }
  }
}

function isOfType(node: Node, type: string): boolean {
  return listOf(node['@type']).some(
    (each) => typeof each === 'string' && each.replace(/^.*[/:#]/, '') === type,
  );
}

function addQuestion(question: Node, line: number, rows: ObjectRows, problems: Problem[]): void {
  const phrasings = [...new Set([...textsOf(question.name), ...textsOf(question.alternateName)])];
  if (phrasings.length === 0) phrasings.push(...textsOf(question.text).slice(0, 1));
  const [name] = phrasings;
  if (name === undefined) {
    problems.push({ line, message: strings.unread.unnamedQuestion });
    return;
  }
  const accepted = textsOf(question.acceptedAnswer);
  const answers = accepted.length > 0 ? accepted : textsOf(question.suggestedAnswer).slice(0, 1);
  if (answers.length === 0) {
    problems.push({ line, message: strings.unread.unanswered(name) });
  }
  const id = typeof question['@id'] === 'string' ? question['@id'] : '';
  for (const [i, phrasing] of phrasings.entries()) {
    const fields: [string, string][] = [
      ['question', phrasing],
      ['answer', answers.join('\n\n')],
    ];
    if (id) fields.push(['id', i === 0 ? id : `${id}#${i + 1}`]);
    if (phrasings.length > 1) fields.push(['group', id || name]);
    const tags = textsOf(question.keywords).join('; ');
    if (tags) fields.push(['tags', tags]);
    rows.add(line, fields);
  }
}

/** The plain texts of a value of JSON-LD: a string, a node with a text, or a list of them. */
function textsOf(value: unknown): string[] {
  return listOf(value)
    .map((each) => {
      if (typeof each === 'string') return plainText(each);
      if (!isObject(each)) return '';
      const text = each.text ?? each['@value'] ?? each.name;
      return Array.isArray(text) || isObject(text)
        ? textsOf(text).join('\n')
        : plainText(stringOf(text));
    })
    .filter((text) => text !== '');
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: unknown): unknown[] {
  if (isObject(value) && '@list' in value) return listOf(value['@list']);
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

function noQuestions(blocks: number, problems: readonly Problem[]): ImportError {
  const [first] = problems;
  const found = first
    ? strings.unread.atLine(first.line, first.message)
    : blocks === 0
      ? strings.unread.faqPageWithoutJson
      : strings.unread.faqPageWithoutQuestion;
  return new ImportError('no-questions', strings.unread.faqPage(found));
}
