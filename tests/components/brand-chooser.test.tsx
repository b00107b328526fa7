import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { offerBrands } from '#app/home/brand-choice.ts'
import BrandChooser from '#app/home/brand-chooser.tsx'
import { queryClient } from '#app/query-client.ts'

const NOTHING = { total: 1, imageKey: null }
const brand = (name: string, isOriginal = false) => ({
  name,
  slug: name.toLowerCase(),
  isOriginal,
  women: NOTHING,
  men: NOTHING,
})

let hidesSubstitutes = false
const asked: string[] = []

function open() {
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json(
      path === '/api/brands'
        ? [{ slug: 'arabskie' }, { slug: 'evarisse' }]
        : { id: 1, hide_substitutes: hidesSubstitutes },
    )
  })
  offerBrands([brand('Arabskie', true), brand('Evarisse'), brand('Dawna')], () => {})
  return render(<BrandChooser open onClose={() => {}} />)
}

const offered = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  hidesSubstitutes = false
  asked.length = 0
})

test('a brand removed since the page was rendered is not offered; the answer is kept', async () => {
  const { unmount } = open()
  expect(offered()).toEqual(['Wszystkie marki', 'Arabskie', 'Evarisse', 'Dawna'])
  await vi.waitFor(() => expect(offered()).toEqual(['Wszystkie marki', 'Arabskie', 'Evarisse']))
  unmount()
  open()
  expect(offered()).toEqual(['Wszystkie marki', 'Arabskie', 'Evarisse'])
  expect(asked.toSorted()).toEqual(['/api/brands', '/api/shop-settings'])
})

test('substitutes hidden since the page was rendered are not offered', async () => {
  hidesSubstitutes = true
  open()
  await vi.waitFor(() => expect(offered()).toEqual(['Wszystkie marki', 'Arabskie']))
})
