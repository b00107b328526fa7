/** Values of a form of Stripe's API: strings, lists and objects. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }

/**
 * Reads `a=1&b[c]=2&d[0][e]=3`. Names numbered from 0 make a list.
 * @throws TypeError for a name given twice or with broken brackets
 */
export function parseForm(body: string): { [name: string]: FormValue } {
  const root = new Map<string, Node>()
  for (const [name, value] of new URLSearchParams(body)) {
    const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
    if (!match?.[1]) throw new TypeError(`broken parameter ${name}`)
    const path = [match[1], ...[...(match[2] ?? '').matchAll(/\[([^\]]*)\]/g)].map(([, part]) => part ?? '')]
    insertValue(root, path, value, name)
  }
  return Object.fromEntries([...root].map(([name, node]) => [name, toValue(node)]))
}

type Node = string | Map<string, Node>

function insertValue(root: Map<string, Node>, path: string[], value: string, name: string): void {
  let node = root
  for (const part of path.slice(0, -1)) {
    const next = node.get(part) ?? new Map<string, Node>()
    if (typeof next === 'string') throw new TypeError(`${name} is given twice`)
    node.set(part, next)
    node = next
  }
  const last = path.at(-1) ?? ''
  // `a[]=1&a[]=2` is a list too.
  const key = last === '' ? String(node.size) : last
  if (node.has(key)) throw new TypeError(`${name} is given twice`)
  node.set(key, value)
}

function toValue(node: Node): FormValue {
  if (typeof node === 'string') return node
  const names = [...node.keys()]
  if (names.every((name, index) => name === String(index))) return [...node.values()].map(toValue)
  return Object.fromEntries([...node].map(([name, child]) => [name, toValue(child)]))
}
