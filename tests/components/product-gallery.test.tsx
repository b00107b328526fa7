import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { ProductGallery } from '#app/product/product-gallery.tsx'
import DialogHost from '#app/shell/dialog-host.tsx'
import { aCard, aProduct } from './shop-answers.ts'

const pictures = [...'abc'].map((letter, index) => ({
  image_key: letter.repeat(32),
  url: `/media/products/${letter.repeat(32)}/960.webp`,
  alt: `Widok ${index + 1}`,
}))
const CARD = { ...aCard('Misk Fajri', 11_900), image_key: 'a'.repeat(32) }

/** Opens the gallery, 300 px wide. */
async function open(product: Parameters<typeof ProductGallery>[0]['product']) {
  const element = (
    <>
      <ProductGallery product={product} sizes="300px" />
      <DialogHost />
    </>
  )
  const router = createMemoryRouter([{ path: '/', element }])
  const { container } = render(<RouterProvider router={router} />)
  const row = container.querySelector('.slides')
  if (!(row instanceof HTMLElement)) throw new Error('no row of pictures')
  Object.defineProperty(row, 'clientWidth', { value: 300 })
  /** What the browser does after a swipe, or after scrollLeft was set. */
  const swipeTo = (left: number) => {
    row.scrollLeft = left
    fireEvent.scroll(row)
  }
  return { row, swipeTo, router, user: userEvent.setup() }
}

const current = () => screen.getByRole('button', { current: true }).getAttribute('aria-label')
const says = () => screen.queryByText(/^Zdjęcie \d z \d$/)?.textContent

test('after a swipe the visible picture is marked and announced', async () => {
  const { swipeTo } = await open(aProduct({ ...CARD, pictures }))
  await screen.findByRole('group', { name: 'Zdjęcia produktu' })
  // The row is followed from an effect on.
  await act(async () => {})
  expect([current(), says()]).toEqual(['Pokaż zdjęcie 1 z 3', undefined])
  swipeTo(140)
  expect(current()).toBe('Pokaż zdjęcie 1 z 3')
  swipeTo(300)
  expect([current(), says()]).toEqual(['Pokaż zdjęcie 2 z 3', 'Zdjęcie 2 z 3'])
})

test('small pictures and arrow keys lead to the large ones', async () => {
  const { row, swipeTo, user } = await open(aProduct({ ...CARD, pictures }))
  await user.click(await screen.findByRole('button', { name: 'Pokaż zdjęcie 3 z 3' }))
  expect(row.scrollLeft).toBe(600)
  swipeTo(row.scrollLeft)
  await user.keyboard('{ArrowRight}')
  expect(row.scrollLeft).toBe(600)
  await user.keyboard('{ArrowLeft}')
  expect(row.scrollLeft).toBe(300)
  swipeTo(row.scrollLeft)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pokaż zdjęcie 2 z 3' }))
  // From the large ones as well.
  act(() => screen.getByRole('button', { name: /^Widok 2/ }).focus())
  await user.keyboard('{ArrowRight}')
  expect(row.scrollLeft).toBe(600)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Widok 3/ }))
})

test('a press enlarges the pressed picture; the others follow by buttons and arrows, and Back closes it', async () => {
  const { user, router } = await open(aProduct({ ...CARD, pictures }))
  await user.click(screen.getByRole('button', { name: /^Widok 2/ }))
  const viewer = within(await screen.findByRole('dialog'))
  const large = async () => (await viewer.findByRole('img')).getAttribute('src')
  expect(await large()).toBe(pictures[1]?.url)
  await user.click(viewer.getByRole('button', { name: 'Następne zdjęcie' }))
  expect(await large()).toBe(pictures[2]?.url)
  expect(viewer.getByText('3 z 3')).toBeTruthy()
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(await large()).toBe(pictures[0]?.url)
  // Enlarged, the arrows scroll the picture.
  await user.keyboard('+{ArrowRight}')
  expect(await large()).toBe(pictures[0]?.url)
  await act(() => router.navigate(-1))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a single picture, and the data of a card, show no thumbnails; a press enlarges the picture', async () => {
  const { user, row } = await open(CARD)
  expect(row.children).toHaveLength(1)
  expect(screen.queryByRole('group')).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Misk Fajri, Evarisse/ }))
  const viewer = within(await screen.findByRole('dialog'))
  await viewer.findByRole('img')
  expect(viewer.queryByRole('button', { name: 'Następne zdjęcie' })).toBeNull()
})

describe('the enlarged picture', () => {
  async function enlarge() {
    const { user } = await open(aProduct({ ...CARD, pictures }))
    await user.click(screen.getByRole('button', { name: /^Widok 1/ }))
    const viewer = within(await screen.findByRole('dialog'))
    const view = await viewer.findByRole('region', { name: 'Powiększone zdjęcie' })
    const at = (clientX: number, clientY = 100) => ({ clientX, clientY })
    return {
      user,
      shown: () => viewer.getByRole('img').getAttribute('src'),
      zoom: () => viewer.getByText(/%$/).textContent,
      swipe(from: number, to: number, down = 0) {
        fireEvent.touchStart(view, { touches: [at(from)] })
        fireEvent.touchEnd(view, { changedTouches: [at(to, 100 + down)] })
      },
      pinch(from: number, to: number) {
        fireEvent.touchStart(view, { touches: [at(0), at(from)] })
        fireEvent.touchMove(view, { touches: [at(0), at(to)] })
        fireEvent.touchEnd(view, { changedTouches: [at(to)] })
      },
    }
  }

  test('follows the arrow keys at once, before anything in it is pressed', async () => {
    const { user, shown } = await enlarge()
    await user.keyboard('{ArrowRight}')
    expect(shown()).toBe(pictures[1]?.url)
  })

  test('follows a swipe to the side, not one up or down, nor a short one, nor one past the last picture', async () => {
    const { swipe, shown } = await enlarge()
    swipe(200, 100)
    expect(shown()).toBe(pictures[1]?.url)
    swipe(200, 140, 90)
    swipe(200, 180)
    expect(shown()).toBe(pictures[1]?.url)
    swipe(200, 90)
    swipe(200, 90)
    expect(shown()).toBe(pictures[2]?.url)
    swipe(90, 200)
    expect(shown()).toBe(pictures[1]?.url)
  })

  test('grows and shrinks by two fingers; larger, a swipe only scrolls it', async () => {
    const { pinch, swipe, shown, zoom } = await enlarge()
    pinch(100, 200)
    expect(zoom()).toContain('200%')
    swipe(200, 90)
    expect(shown()).toBe(pictures[0]?.url)
    pinch(200, 100)
    expect(zoom()).toContain('100%')
  })
})
