import { createElement, useId } from 'react'
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { renderPage } from '#app/part-cache.server.tsx'
import { cachedPart } from '#app/ui/cached-part.tsx'

const Text = cachedPart(function Text({ text }: { text: string }) {
  return createElement('p', { title: text }, text)
})
const Shown = cachedPart(function Shown(props: { value?: string | number | boolean | null; like?: { a: string } }) {
  return createElement('p', null, JSON.stringify(props))
})
const Relative = cachedPart(function Relative({ to }: { to: string }) {
  return createElement(Link, { to }, 'dalej')
})
const Numbered = cachedPart(function Numbered({ text }: { text: string }) {
  return createElement('p', { id: useId() }, text)
})

const htmlOf = (element: Parameters<typeof renderPage>[0]) => renderPage(element).parts.join('')

test('a cached part leads to the same address from every page', () => {
  expect(htmlOf(createElement(Relative, { to: '/sklep?page=2' }))).toContain('href="/sklep?page=2"')
  for (const to of ['?page=2', '#opinie']) {
    expect(() => htmlOf(createElement(Relative, { to })), to).toThrow('depends on the page')
  }
})

test('a cached part has no id that depends on its place', () => {
  expect(() => htmlOf(createElement(Numbered, { text: 'a' }))).toThrow('depends on its place')
})

test('no text that somebody wrote makes a part fail', () => {
  for (const text of [
    '/place-of-a-cached-part',
    '="/place-of-a-cached-part',
    'id="_R_1_"',
    '<script>x</script>',
    '<!--$!-->',
  ]) {
    expect(htmlOf(createElement(Text, { text })), text).toContain('<p title="')
  }
})

test('a part is made anew for properties that only look alike, and once for equal ones', () => {
  const props = [
    {},
    { value: '1' },
    { value: 1 },
    { value: true },
    { value: 'true' },
    { value: null },
    { value: 'null' },
    { value: '1 like=2' },
    { like: { a: '1' } },
    { like: { a: '2' } },
  ]
  const made = props.map((each) => renderPage(createElement(Shown, each)).parts[0])
  expect(new Set(made.map(String)).size).toBe(props.length)
  const again = props.map((each) => renderPage(createElement(Shown, structuredClone(each))).parts[0])
  expect(again.every((part, index) => part === made[index])).toBe(true)
})
