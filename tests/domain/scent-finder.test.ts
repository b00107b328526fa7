import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findProduct } from '#domain/catalog/catalog.ts'
import { countWithout, findScents } from '#domain/catalog/lists/find-scents.ts'
import { compareScents, describeLikeness, isAlike, isTwist } from '#domain/catalog/lists/scent-likeness.ts'
import { NO_QUESTION, OCCASIONS, parseQuestion, toQuestionParams } from '#domain/catalog/lists/scent-question.ts'
import { listSimilarProducts } from '#domain/catalog/lists/similar-products.ts'
import { findStrength } from '#domain/catalog/scents/scent-character.ts'
import { SCENT_FAMILIES } from '#domain/catalog/scents/scent-families.ts'
import { FAMILY_NOTES, findScentFamily } from '#domain/catalog/scents/scent-notes.ts'
import { TWISTS } from '#domain/catalog/scents/twists.ts'
import { GENDERS } from '#domain/kernel/gender.ts'
import { makeBrand, makeCatalog, makeDemoCatalog, type SomeProduct } from '#tests/support/catalog.ts'

const demo = makeDemoCatalog()
const ask = (query: string) => findScents(demo, parseQuestion(new URLSearchParams(query)))
const slugsOf = (query: string) => ask(query).map(({ entry }) => entry.product.slug)

type Question = {
  asked: string
  query: string
  /** The first one, where a shop assistant would name one above all. */
  first?: string
  /** Others that have to be among the first six. */
  among?: string[]
  /** Wrong answers, though something speaks for them. */
  never: string[]
}

/** What a customer asks a shop assistant, and what is right by the notes of the demo catalogue. */
const QUESTIONS: Question[] = [
  {
    asked: 'coś jak Layali Zahran, ale lżejsze, do 80 zł',
    query: 'jak=layali-zahran&ale=lzejszy&maxPrice=80',
    first: 'asal-nuwara',
    among: ['nuit-cerisa', 'vanilla-reverence'],
    // As heavy extraits, and dearer.
    never: ['rose-delaviere', 'cuir-armancon', 'zafran-makhmal'],
  },
  {
    asked: 'jak Layali Zahran, tylko tańsze',
    query: 'jak=layali-zahran&ale=tanszy',
    among: ['rose-delaviere', 'cuir-armancon', 'zafran-makhmal'],
    never: ['najmat-sidra', 'biel-bawelny'],
  },
  {
    asked: 'jak Layali Zahran, tylko trwalsze',
    query: 'jak=layali-zahran&ale=trwalszy',
    first: 'bakhur-mirzan',
    among: ['najmat-sidra', 'bois-septieme'],
    never: ['sahra-dafina', 'zafran-makhmal'],
  },
  {
    asked: 'to samo co Misk Fajri, ale taniej',
    query: 'jak=misk-fajri&ale=tanszy',
    first: 'biel-bawelny',
    among: ['snieg-o-swicie'],
    never: ['qamar-al-wadi'],
  },
  {
    asked: 'coś podobnego do Nuit Cerisa, ale tańszego',
    query: 'jak=nuit-cerisa&ale=tanszy',
    among: ['vanilla-reverence', 'praline-obscure', 'soie-opaline'],
    never: ['tamr-laylak', 'misk-fajri'],
  },
  {
    asked: 'jak Qamar Al Wadi, do 50 zł',
    query: 'jak=qamar-al-wadi&maxPrice=50',
    first: 'gruszkowy-flirt',
    among: ['soie-opaline', 'cichy-jasmin'],
    never: ['vanilla-reverence'],
  },
  {
    asked: 'mąż nosi Dukhan Yaqut, coś lżejszego na co dzień',
    query: 'jak=dukhan-yaqut&ale=lzejszy',
    first: 'nakhil-asmar',
    never: ['cuir-armancon', 'khashab-suhayl', 'bakhur-mirzan'],
  },
  {
    asked: 'jak Cedro Levante, ale cieplejsze',
    query: 'jak=cedro-levante&ale=cieplejszy',
    among: ['earls-umbrella', 'kurs-polnoc'],
    never: ['limonara-blu', 'janah-hudhud'],
  },
  {
    asked: 'róże jak Fourteen Roses, ale żeby trzymały dłużej',
    query: 'jak=fourteen-roses&ale=trwalszy',
    first: 'rose-delaviere',
    never: ['ward-nahari', 'pudrowy-zmierzch'],
  },
  {
    asked: 'jak Ambre Evarisse, ale lżejsze',
    query: 'jak=ambre-evarisse&ale=lzejszy',
    first: 'bursztynowa-zatoka',
    among: ['vanilla-reverence'],
    never: ['sahra-dafina', 'layali-zahran', 'biel-bawelny'],
  },
  {
    asked: 'jak Miętowy Neon, ale żeby trzymało dłużej',
    query: 'jak=mietowy-neon&ale=trwalszy',
    first: 'janah-hudhud',
    never: ['limonara-blu'],
  },
  {
    asked: 'jak Earl’s Umbrella, ale bez skóry i tytoniu',
    query: 'jak=earls-umbrella&nie=skora',
    first: 'cedro-levante',
    among: ['szary-atlas'],
    never: ['kuthban-dahab', 'czarny-zagiel', 'nakhil-asmar'],
  },
  {
    asked: 'coś cytrusowego na lato dla męża, do 50 zł',
    query: 'kiedy=lato&lubie=cytrusy&gender=men&maxPrice=50',
    first: 'cedro-levante',
    among: ['limonara-blu', 'mietowy-neon'],
    never: ['arancia-settembre', 'ambre-evarisse', 'riyah-jazira'],
  },
  {
    asked: 'wanilia na zimę dla żony, do 60 zł',
    query: 'kiedy=zima&lubie=wanilia&gender=women&maxPrice=60',
    among: ['nuit-cerisa', 'praline-obscure', 'ambre-evarisse'],
    never: ['soie-opaline', 'gruszkowy-flirt', 'czarny-zagiel', 'tamr-laylak'],
  },
  {
    asked: 'oud na wieczór, ale bez skóry',
    query: 'kiedy=wieczor&lubie=oud&nie=skora',
    among: ['bakhur-mirzan', 'layali-zahran', 'bois-septieme'],
    never: ['dukhan-yaqut', 'zafran-makhmal', 'khashab-suhayl', 'dym-i-brzoza'],
  },
  {
    asked: 'czyste piżmo do pracy, byle nie róża, dla mnie',
    query: 'kiedy=dzien&lubie=pizmo&nie=roza&gender=women',
    first: 'biel-bawelny',
    among: ['misk-fajri'],
    never: ['ward-nahari', 'fourteen-roses', 'jardin-mirelle', 'szary-atlas'],
  },
  {
    asked: 'coś, co pachnie kawą',
    query: 'lubie=kawa-i-kakao',
    first: 'qahwat-badiya',
    among: ['praline-obscure'],
    never: ['tamr-laylak'],
  },
  {
    asked: 'morze dla niego, na lato',
    query: 'kiedy=lato&lubie=morskie&gender=men',
    among: ['riva-di-sale', 'kurs-polnoc', 'stalowy-przyplyw'],
    never: ['pocztowka-z-wyspy', 'bursztynowa-zatoka'],
  },
  {
    asked: 'róża dla mamy, ale bez oudu, do 60 zł',
    query: 'lubie=roza&nie=oud&gender=women&maxPrice=60',
    first: 'fourteen-roses',
    among: ['jardin-mirelle'],
    never: ['rose-delaviere', 'zafran-makhmal', 'ward-nahari'],
  },
  {
    asked: 'słodkie na wieczór dla niej: wanilia i coś do zjedzenia',
    query: 'kiedy=wieczor&lubie=wanilia&lubie=slodycze&gender=women',
    first: 'nuit-cerisa',
    among: ['praline-obscure', 'asal-nuwara'],
    never: ['malina-disco', 'soie-opaline'],
  },
  {
    asked: 'skóra dla niego, bez oudu',
    query: 'lubie=skora&nie=oud&gender=men',
    first: 'earls-umbrella',
    among: ['czarny-zagiel', 'nakhil-asmar'],
    never: ['dukhan-yaqut', 'khashab-suhayl', 'cuir-armancon'],
  },
]

describe('questions of a shop assistant, on the demo catalogue', () => {
  test.for(QUESTIONS)('$asked', ({ query, first, among = [], never }) => {
    const found = slugsOf(query)
    if (first !== undefined) expect(found[0]).toBe(first)
    expect(found.slice(0, 6)).toEqual(expect.arrayContaining(among))
    for (const wrong of never) expect(found).not.toContain(wrong)
    for (const named of [...among, ...never]) expect(findProduct(demo, named), named).not.toBeNull()
  })
})

test('a reason names shared notes by their levels, what is different, and the price with both sizes', () => {
  const [own, other, small] = ['layali-zahran', 'zafran-makhmal', 'asal-nuwara'].map((slug) => findProduct(demo, slug))
  if (!own || !other || !small) throw new Error('not in the demo')
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  expect(plain(describeLikeness(own, other))).toBe(
    'podobny: oud i ambra w bazie, szafran w głowie; chłodniejszy, 20,00 zł tańszy',
  )
  expect(plain(describeLikeness(own, small))).toBe(
    'podobny: ambra i wanilia w bazie; lżejszy, 46,10 zł tańszy (50 ml zamiast 100 ml)',
  )
})

const NOTES = ['oud', 'wanilia', 'róża', 'cytryna', 'sól morska', 'skóra', 'proch']
const someProduct = fc.record<SomeProduct>({
  id: fc.uuid({ version: 4 }),
  name: fc.constantFrom('Lato', 'Zima', 'Oud'),
  brand: fc.nat(1),
  gender: fc.constantFrom(...GENDERS),
  price_grosze: fc.integer({ min: 1000, max: 9000 }),
  notes: fc.subarray(NOTES),
  out_of_stock: fc.boolean(),
  volume_ml: fc.constantFrom(30, 100, null),
  concentration: fc.constantFrom('Woda toaletowa', 'Woda perfumowana', 'Ekstrakt perfum', 'tajna', null),
})
const someCatalog = fc
  .uniqueArray(someProduct, { maxLength: 25, selector: ({ id }) => id })
  .map((products) => makeCatalog([makeBrand(0), makeBrand(1)], products))
const families = fc.subarray(SCENT_FAMILIES.map(({ slug }) => slug).filter((slug) => /oud|wanilia|roza|mor/.test(slug)))
const someQuestion = fc.record({
  when: fc.option(fc.constantFrom(...OCCASIONS)),
  likes: families,
  dislikes: families,
  like: fc.constant(null),
  twists: fc.constant([]),
  gender: fc.option(fc.constantFrom('women' as const, 'men' as const)),
  maxPrice: fc.option(fc.integer({ min: 1000, max: 9000 })),
})

test('every answer is priced, for whom and of what was asked, has nothing that was refused, and sold-out ones are last', () => {
  fc.assert(
    fc.property(someCatalog, someQuestion, (catalog, question) => {
      const found = findScents(catalog, question)
      const { likes, dislikes, gender, maxPrice } = question
      for (const { entry } of found) {
        const known = entry.product.notes.flatMap((note) => findScentFamily(note)?.slug ?? [])
        expect(known.some((family) => dislikes.includes(family))).toBe(false)
        if (likes.length > 0) expect(known.some((family) => likes.includes(family))).toBe(true)
        if (gender !== null) expect([gender, 'unisex']).toContain(entry.product.gender)
        expect(entry.product.current_price_cents).toBeLessThanOrEqual(maxPrice ?? Number.POSITIVE_INFINITY)
      }
      const sold = found.map(({ entry }) => Number(entry.product.out_of_stock))
      expect(sold).toEqual(sold.toSorted((a, b) => a - b))
      if (found.length > 0) return
      for (const { name, total } of countWithout(catalog, question)) {
        expect(total).toBe(findScents(catalog, { ...question, [name]: NO_QUESTION[name] }).length)
      }
    }),
  )
})

test('the comparison is symmetric, from 0 to 1, and whole for equal notes; no scent is warmer, lighter, cheaper or more lasting both ways', () => {
  fc.assert(
    fc.property(someCatalog, ({ products }) => {
      for (const own of products.slice(0, 8)) {
        for (const other of products.slice(0, 8)) {
          const [there, back] = [compareScents(own, other), compareScents(other, own)]
          expect(there.overlap).toBeCloseTo(back.overlap, 10)
          expect(there.overlap).toBeLessThanOrEqual(1 + 1e-9)
          expect(there.shared).toHaveLength(back.shared.length)
          for (const twist of TWISTS)
            expect(isTwist(twist, own, other) && isTwist(twist, other, own), twist).toBe(false)
          const isKnown = [own, other].every(({ product }) => findStrength(product.concentration) !== null)
          if (!isKnown) expect(isTwist('trwalszy', own, other)).toBe(false)
          const hasNotes = [own, other].every(({ product }) => product.notes.some((note) => findScentFamily(note)))
          if (!hasNotes)
            expect(['cieplejszy', 'lzejszy'].some((twist) => describeLikeness(own, other).includes(twist))).toBe(false)
        }
      }
    }),
  )
})

test('a product offers exactly the differences that its question answers with an available scent', () => {
  for (const own of demo.products) {
    const twists = listSimilarProducts(demo, own).twists.map(({ twist }) => twist)
    for (const twist of TWISTS) {
      const found = ask(`jak=${own.product.slug}&ale=${twist}`)
      const isThere = found.some(({ entry }) => !entry.product.out_of_stock)
      expect(twists.includes(twist), `${own.product.slug} ${twist}`).toBe(isThere)
      for (const { entry } of found) expect(isAlike(compareScents(own, entry))).toBe(true)
    }
  }
})

test('an unknown scent, unknown words and nothing at all find nothing; a difference without a scent is ignored', () => {
  for (const query of ['', 'jak=nie-ma', 'kiedy=jutro&lubie=smoki&nie=', 'ale=lzejszy', 'maxPrice=darmo']) {
    expect(ask(query), query).toEqual([])
  }
  expect(slugsOf('ale=lzejszy&lubie=kawa-i-kakao')).toEqual(slugsOf('lubie=kawa-i-kakao'))
})

test('a question has one address, whatever order, repetition and unknown values it was typed with', () => {
  const canonical = 'jak=oud&ale=lzejszy&ale=tanszy&kiedy=zima&lubie=roza&nie=oud&nie=mech&gender=men&maxPrice=80'
  const typed =
    'x=1&maxPrice=80%2C00&nie=mech&nie=oud&nie=oud&nie=smok&gender=men&lubie=roza&kiedy=zima&kiedy=lato&ale=tanszy&ale=lzejszy&jak=oud'
  for (const query of [canonical, typed.replace('&kiedy=lato', '')]) {
    expect(toQuestionParams(parseQuestion(new URLSearchParams(query))).toString()).toBe(canonical)
  }
  const flood = new URLSearchParams(Array.from({ length: 5000 }, (_, at) => ['lubie', `smok-${at}`]))
  expect(toQuestionParams(parseQuestion(flood)).size).toBe(0)
  for (const jak of ['Oud', 'a/b', '<b>', 'x'.repeat(161)]) {
    expect(parseQuestion(new URLSearchParams({ jak, ale: 'tanszy' }))).toEqual(NO_QUESTION)
  }
})

test('concentrations are compared where their words are known', () => {
  const known = ['Woda kolońska', 'Eau de Toilette', 'EDP', 'Ekstrakt perfum'].map(findStrength)
  expect(known).toEqual([0, 1, 2, 3])
  expect([null, '', 'Perfumy', 'olejek'].map(findStrength)).toEqual([null, null, null, null])
  expect(Object.keys(FAMILY_NOTES)).toHaveLength(SCENT_FAMILIES.length)
})
