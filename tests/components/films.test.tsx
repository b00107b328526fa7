import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Films } from '#app/home/films.tsx'
import type { Film } from '#domain/films/film.ts'

const film = (change: Partial<Film>): Film => ({
  id: crypto.randomUUID(),
  title: 'Oud o zmierzchu',
  image_key: 'a'.repeat(32),
  file: null,
  link: null,
  ...change,
})

/** Addresses of films and other sites that the page loads by itself. */
const loaded = (container: HTMLElement) =>
  [...container.querySelectorAll('video, iframe, script, source[type^=video], img[src^=http]')].map(
    ({ tagName }) => tagName,
  )

test('a film of the shop is loaded when it is pressed, and plays in its place', async () => {
  const { container } = render(
    <Films title="Filmy" ownTitle="Z bliska" films={[film({ file: `${'b'.repeat(32)}.mp4` })]} />,
  )
  expect(loaded(container)).toEqual([])
  await userEvent.click(screen.getByRole('link', { name: /Odtwórz film: *Oud o zmierzchu/ }))
  const video = screen.getByLabelText('Oud o zmierzchu')
  expect(video.querySelector('source')?.getAttribute('src')).toBe(`/media/films/${'b'.repeat(32)}.mp4`)
  expect(document.activeElement).toBe(video)
})

test('a linked film opens in a new tab; nothing of its site is loaded before', () => {
  const link = 'https://www.tiktok.com/@sklep/video/1'
  const { container } = render(<Films title="Filmy" ownTitle="Z bliska" films={[film({ link })]} />)
  expect(loaded(container)).toEqual([])
  const shown = screen.getByRole('link', { name: /Oud o zmierzchu.*TikTok.*nowa karta/ })
  expect([shown.getAttribute('href'), shown.getAttribute('target'), shown.getAttribute('rel')]).toEqual([
    link,
    '_blank',
    'noopener',
  ])
})

test('without films of the owner the default film is shown', () => {
  render(<Films title="Filmy" ownTitle="Z bliska" films={[]} />)
  expect(screen.getByRole('link', { name: /Odtwórz film: *Z bliska/ }).getAttribute('href')).toBe('/film/quality.mp4')
})
