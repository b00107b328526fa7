import { createElement, useId } from 'react'
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { renderPage } from '#app/part-cache.server.tsx'
import { cachedPart } from '#app/ui/cached-part.tsx'

const Text = cachedPart(function Text({ text }: { text: string }) {
  return createElement('p', { title: text }, text)
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
