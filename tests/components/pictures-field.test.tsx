import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { PicturesField } from '#app/admin/pictures/pictures-field.tsx'
import { mergeValues, NEW_PRODUCT } from '#app/admin/products/product-form-values.ts'
import { joinPictures, type ProductPictures, splitPictures } from '#domain/catalog/product-pictures.ts'

afterEach(() => vi.unstubAllGlobals())

const keyOf = (letter: string) => letter.repeat(32)
const picturesOf = (letters: string) =>
  splitPictures([...letters].map((letter) => ({ image_key: keyOf(letter), alt: `Zdjęcie ${letter}` })))

let shown: ProductPictures
const order = () =>
  joinPictures(shown)
    .map(({ image_key }) => image_key[0])
    .join('')

function Form({ letters }: { letters: string }) {
  const [value, setValue] = useState(picturesOf(letters))
  shown = value
  return <PicturesField value={value} errors={{}} onChange={setValue} />
}

async function open(letters: string) {
  render(<Form letters={letters} />)
  const user = userEvent.setup()
  const button = (name: string) => screen.getByRole('button', { name })
  const says = (text: string) => expect(screen.getByText(text).getAttribute('role')).toBe('status')
  return { user, button, says }
}

test('buttons move a picture by the keyboard, keep the focus on it, and announce its position', async () => {
  const { user, button, says } = await open('abc')
  button('Przesuń wyżej: zdjęcie 3').focus()
  await user.keyboard('{Enter}')
  expect(order()).toBe('acb')
  says('Zdjęcie jest teraz na miejscu 2 z 3.')
  expect(document.activeElement).toBe(button('Przesuń wyżej: zdjęcie 2'))
  await user.keyboard('{Enter}')
  expect(order()).toBe('cab')
  says('Zdjęcie jest teraz na miejscu 1 z 3, główne.')
  expect(shown.image_key).toBe(keyOf('c'))
  const [first] = screen.getAllByRole('listitem')
  expect(first && within(first).getByText('Główne')).toBeTruthy()
  // At the end nothing happens, and the focus stays.
  await user.keyboard('{Enter}')
  expect(order()).toBe('cab')
  expect(document.activeElement).toBe(button('Przesuń wyżej: zdjęcie 1'))
  await user.click(button('Przesuń niżej: zdjęcie 1'))
  expect(order()).toBe('acb')
})

test('removing a picture removes its text, and the focus goes to the picture in its place', async () => {
  const { user, button, says } = await open('abc')
  await user.click(button('Usuń: zdjęcie 1'))
  expect(order()).toBe('bc')
  expect(shown.image_alt).toBe('Zdjęcie b')
  says('Usunięto zdjęcie 1.')
  expect(document.activeElement).toBe(button('Usuń: zdjęcie 1'))
})

test('a text that is too long is reported at its field, and stays', async () => {
  const { user } = await open('ab')
  const field = screen.getByLabelText('Opis zdjęcia 2 (opcjonalnie)')
  await user.clear(field)
  await user.type(field, 'a'.repeat(151))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const note = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  expect(note?.textContent).toBe('Opis zdjęcia może mieć najwyżej 150 znaków')
  expect(shown.more_pictures[0]?.alt).toBe('a'.repeat(151))
})

/** Replaces the request object that uploads pictures: each file is stored under its first letter. */
class PictureRequest {
  status = 200
  responseText = ''
  upload = {}
  onload = () => undefined
  open() {}
  setRequestHeader() {}
  send(file: File) {
    this.responseText = JSON.stringify({ image_key: keyOf(file.name[0] ?? '') })
    setTimeout(() => this.onload())
  }
}

test('files are added in sequence; a ninth one and a duplicate are named with the reason', async () => {
  vi.stubGlobal('XMLHttpRequest', PictureRequest)
  const { user } = await open('abcdef')
  const files = ['a', '1', '2', '3'].map((name) => new File([name], `${name}.png`, { type: 'image/png' }))
  await user.upload(screen.getByLabelText('Pliki ze zdjęciami'), files)
  await screen.findByText('3.png: Produkt może mieć najwyżej 8 zdjęć')
  expect(screen.getByText('a.png: To zdjęcie już jest na liście')).toBeTruthy()
  expect(order()).toBe('abcdef12')
  expect(screen.getAllByRole('listitem')).toHaveLength(8)
})

test('pictures of two windows are never mixed: this window’s list and order stay', () => {
  const values = (letters: string) => ({ ...NEW_PRODUCT, ...picturesOf(letters) })
  const merged = mergeValues(values('abc'), values('acb'), { ...values('xabc'), name: 'Nowa nazwa' })
  expect(merged.values).toMatchObject({ ...picturesOf('acb'), name: 'Nowa nazwa' })
  expect(merged.conflicts).toContain('more_pictures')
  // Unchanged in this window, the pictures are the shop's.
  expect(mergeValues(values('abc'), values('abc'), values('x')).values).toMatchObject(picturesOf('x'))
})
