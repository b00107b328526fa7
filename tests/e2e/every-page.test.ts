// Every page that a visitor may open, once on a desktop and once on a phone: its status, that React takes over what the
// shop rendered without an error, that it fits into every width, and that it is accessible.
import { DESKTOP, type Visitor } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { PUBLIC_PATHS } from '#tests/support/public-paths.ts'
import { expectToFit, expectToFitAccessibly, widen } from './sideways.ts'

const UNKNOWN = '/nie-ma-takiej'

/** Statuses by path. */
type Pages = Record<string, number>

const AT_ONE_ADDRESS: Pages = Object.fromEntries(PUBLIC_PATHS.map((path) => [path, 200]))
const NOTHING_FOUND = '/sklep?search=nic-takiego&gender=men'
const ON_BOTH: Pages = {
  ...AT_ONE_ADDRESS,
  [NOTHING_FOUND]: 200,
  '/produkt/nie-ma-takiego': 404,
  [UNKNOWN]: 404,
  '/admin': 401,
}

/** Pages to read. */
const READ: Pages = {
  ...ON_BOTH,
  '/sklep?search=a&gender=women&category=substitutes&minPrice=16&maxPrice=60&sort=name-asc': 200,
  '/znajdz-zapach?jak=fern-flint': 200,
  '/produkt/fern-flint': 200,
  '/produkt/luban-sarmad': 200,
  '/ocena/fern-flint?gwiazdki=4': 200,
  '/regulamin/2026-01-01': 200,
  '/potwierdz-zamowienie#abc': 200,
  '/zamowienie-dla-ciebie#abc': 200,
  '/logowanie#abc': 200,
}

/** Pages that a mail or a payment leads to: a sentence and a button each. */
const LED_TO: Pages = {
  '/payment-success': 200,
  '/payment-cancel': 200,
  '/zamowienie#abc': 200,
  '/nowe-haslo#abc': 200,
  '/nowe-haslo?zaproszenie#abc': 200,
  '/potwierdz-email#abc': 200,
  '/powiadom/fern-flint': 200,
  '/newsletter': 200,
}

const ON_A_PHONE: Pages = {
  ...ON_BOTH,
  '/?page=2': 200,
  '/?page=99999&utm_source=ig': 200,
  '/sklep?search=oud&gender=women&sort=price-asc': 200,
  '/produkt/layali-zahran': 200,
  '/produkt/malina-disco?utm_source=ig': 200,
}

/** Whether React has hydrated the document: it has attached its keys to the element. */
const isTakenOver = () => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))

/** Opens a page that the browser loads anew, and waits until React has taken it over without an error. */
async function open({ page, expectErrors, checkErrors }: Visitor, path: string, status: number): Promise<void> {
  if (path === UNKNOWN) expectErrors(/^404: nieznany adres \/nie-ma-takiej$/)
  const response = await page.goto(path)
  expect(response?.status(), path).toBe(status)
  expect(await page.evaluate(() => document.compatMode), path).toBe('CSS1Compat')
  await page.waitForFunction(isTakenOver)
  await eventually(async () => checkErrors())
}

test('every page to read fits into every width, is accessible, and hydrated as the shop rendered it', async ({
  openVisitor,
}) => {
  const visitor = await openVisitor({ ...DESKTOP, reducedMotion: 'reduce' })
  const { page } = visitor
  for (const [path, status] of Object.entries(READ)) {
    await widen(page)
    await open(visitor, path, status)
    await expectToFitAccessibly(page, path, { bestPractice: true })
  }
})

test('every page that a mail or a payment leads to fits into every width', async ({ openVisitor }) => {
  const visitor = await openVisitor({ ...DESKTOP, reducedMotion: 'reduce' })
  for (const [path, status] of Object.entries(LED_TO)) {
    await widen(visitor.page)
    await open(visitor, path, status)
    await expectToFit(visitor.page, path)
  }
})

test('on a phone every page is hydrated as the shop rendered it', async ({ phone }) => {
  for (const [path, status] of Object.entries(ON_A_PHONE)) await open(phone, path, status)
})
