import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

/**
 * The translator of a browser moves text nodes into elements of its own. React then fails to insert anything before
 * such a text, and to remove it, and the page ends in an error. So a text has an element of its own if a neighbour or
 * the text itself is rendered conditionally.
 */
type Kind = 'text' | 'element' | 'nothing' | 'children'

/** Variables, properties and functions that hold elements, which the syntax does not show. */
const HOLD_ELEMENTS = new Set(['above', 'bar', 'choice', 'dialog', 'facts', 'footer', 'notice', 'picture', 'progress'])

/** Components whose children are text; the children of others are blocks. */
const HOLD_CHILD_TEXT = /^(a|b|button|d[dt]|h\d|label|legend|li|p|s|small|span|strong|summary|t[dh]|time|\w*Link)$/

/** What an expression in the middle of elements may become. */
function findKinds(node: ESTree.Expression | ESTree.JSXEmptyExpression): Kind[] {
  switch (node.type) {
    case 'JSXEmptyExpression':
      return []
    case 'JSXElement':
      return ['element']
    case 'JSXFragment':
      return node.children.flatMap(findChildKinds)
    case 'ParenthesizedExpression':
      return findKinds(node.expression)
    case 'Literal':
      return node.value === null || node.value === '' ? ['nothing'] : findTextKinds(String(node.value))
    case 'ChainExpression':
      return ['nothing', ...findKinds(node.expression)]
    case 'LogicalExpression':
      return node.operator === '&&'
        ? ['nothing', ...findKinds(node.right)]
        : [...findKinds(node.left).filter((kind) => kind !== 'nothing'), ...findKinds(node.right)]
    case 'ConditionalExpression':
      return [...findKinds(node.consequent), ...findKinds(node.alternate)]
    case 'CallExpression':
      return findCallKinds(node)
    case 'MemberExpression':
      return node.property.type === 'Identifier' && HOLD_ELEMENTS.has(node.property.name) ? ['element'] : ['text']
    case 'Identifier':
      return [findNamedKind(node.name)]
    default:
      return ['text']
  }
}

function findNamedKind(name: string): Kind {
  if (name === 'children') return 'children'
  return name === 'undefined' ? 'nothing' : HOLD_ELEMENTS.has(name) ? 'element' : 'text'
}

/** A list may be empty; what a function gives its children is made of elements. */
function findCallKinds({ callee, arguments: [first] }: ESTree.CallExpression): Kind[] {
  if (first?.type === 'ArrowFunctionExpression') {
    return ['nothing', ...(first.body.type === 'BlockStatement' ? (['element'] as const) : findKinds(first.body))]
  }
  return callee.type === 'Identifier' && callee.name === 'children' ? ['element'] : findKinds(callee)
}

function findChildKinds(child: ESTree.JSXChild): Kind[] {
  if (child.type === 'JSXText') return findTextKinds(child.value)
  if (child.type === 'JSXExpressionContainer') return findKinds(child.expression)
  return child.type === 'JSXFragment' ? findKinds(child) : ['element']
}

/** A translator leaves spaces alone. */
function findTextKinds(text: string): Kind[] {
  return text.trim() === '' ? [] : ['text']
}

/** The places of a source file at which a translated text would break React's updates. */
function findLooseTexts(path: string, source: string): string[] {
  const found: string[] = []
  const check = (parent: ESTree.JSXElement | ESTree.JSXFragment) => {
    const tag =
      parent.type === 'JSXElement' ? source.slice(parent.openingElement.name.start, parent.openingElement.name.end) : ''
    const given = HOLD_CHILD_TEXT.test(tag) ? 'text' : 'element'
    const shown = parent.children
      .map((child) => ({
        child,
        kinds: new Set(findChildKinds(child).map((kind) => (kind === 'children' ? given : kind))),
      }))
      .filter(({ kinds }) => kinds.size > 0)
    const text = shown.find(({ kinds }) => kinds.has('text'))?.child
    if (shown.length < 2 || text === undefined || shown.every(({ kinds }) => kinds.size === 1)) return
    found.push(`${path} ${source.slice(text.start, text.end).trim().replace(/\s+/g, ' ')}`)
  }
  new Visitor({ JSXElement: check, JSXFragment: check }).visit(parseSync(path, source).program)
  return found
}

test('no text is a direct neighbour of conditional content, so that pages translated by a browser work', () => {
  // Mails are rendered once.
  const paths = globSync('app/**/*.tsx', { exclude: ['app/mails/**'] }).sort()
  expect(paths.flatMap((path) => findLooseTexts(path, readFileSync(path, 'utf8')))).toEqual([])
})

test.each([
  '<p>Razem {count > 0 && <b>{count}</b>}</p>',
  '<p>{icon ? <Icon /> : null}{label}</p>',
  '<button>{busy && <Spinner />}{children}</button>',
  '<p>{label}{items.map((item) => <b key={item}>{item}</b>)}</p>',
  "<p><b>{name}</b>{isNew && ', nowy'}</p>",
  "<p><b>{name}</b>{isNew ? ', nowy' : ''}</p>",
  '<p><b>{name}</b>{isNew && <>, nowy</>}</p>',
  '<p><b>{name}</b>{name?.trim()}</p>',
])('a loose text is found: %s', (source) => {
  expect(findLooseTexts('a.tsx', source)).toHaveLength(1)
})

test.each([
  '<p>Razem {count} szt. <b>{sum}</b></p>',
  '<p>{count > 0 ? count : <b>Nic</b>}</p>',
  '<p><span>Razem</span> {count > 0 && <b>{count}</b>}</p>',
  "<p><b>{name}</b>{isNew ? ', nowy' : ', znany'}</p>",
  '<p><b>{name}</b>{title ?? name}</p>',
  '<section>{title && <h2>{title}</h2>}{children}</section>',
])('a permanent text among permanent content is accepted: %s', (source) => {
  expect(findLooseTexts('a.tsx', source)).toEqual([])
})
