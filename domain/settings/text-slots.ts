export type TextSlot = {
  label: string
  /** One paragraph, paragraphs between empty lines, or questions between them, each with its answer below. */
  kind: 'paragraph' | 'paragraphs' | 'questions'
  /** The most characters. */
  most: number
  hint?: string
}

const paragraph = (label: string, most: number, hint?: string) => ({ label, kind: 'paragraph', most, hint }) as const
const paragraphs = (label: string, most: number) =>
  ({ label, kind: 'paragraphs', most, hint: 'Pusta linia zaczyna nowy akapit.' }) as const

const TRUE_HINT = 'Podawaj tylko to, co jest prawdą.'
const EYEBROW = paragraph('Napis nad nagłówkiem', 40)
const HEADING = paragraph('Nagłówek', 60)
const MENU_HINT = 'W menu na górze każdej strony.'

/**
 * Texts that the owner may replace, by their place among the shop's texts; the first word is their group. The other
 * texts are short labels of controls, and sentences with sums, days and promises, which follow the law or the settings.
 */
export const TEXT_SLOTS = {
  'hero.title': paragraph('Hasło', 45, 'Nagłówek strony głównej, a na innych stronach pasek nad menu.'),
  'hero.eyebrow': EYEBROW,
  'hero.text': paragraph('Tekst', 300),
  'hero.cta_primary': paragraph('Przycisk do sklepu', 30),
  'hero.cta_secondary': paragraph('Odnośnik do części o jakości', 40),
  'hero.points.0': paragraph('Pierwsza obietnica', 40, TRUE_HINT),
  'hero.points.1': paragraph('Druga obietnica', 40, TRUE_HINT),
  'hero.points.2': paragraph('Trzecia obietnica', 40, TRUE_HINT),
  'menu.quality': paragraph('Odnośnik do części o jakości', 25, MENU_HINT),
  'menu.about': paragraph('Odnośnik do części o firmie', 25, MENU_HINT),
  'menu.media': paragraph('Odnośnik do nut i opinii', 25, MENU_HINT),
  'brands.eyebrow': EYEBROW,
  'brands.title': HEADING,
  'brands.text': paragraph('Tekst', 300),
  'families.eyebrow': EYEBROW,
  'families.title': HEADING,
  'families.text': paragraph('Tekst', 300),
  'perfumes.eyebrow': EYEBROW,
  'perfumes.title': HEADING,
  'quality.eyebrow': EYEBROW,
  'quality.title': HEADING,
  'quality.paragraphs': paragraphs('Tekst', 2500),
  'media.eyebrow': EYEBROW,
  'media.title': HEADING,
  'media.intro': paragraph('Wstęp', 500),
  'media.notes_title': paragraph('Nagłówek nut', 60),
  'media.notes.0.name': paragraph('Pierwsza nuta', 40),
  'media.notes.0.text': paragraph('Pierwsza nuta: opis', 200),
  'media.notes.1.name': paragraph('Druga nuta', 40),
  'media.notes.1.text': paragraph('Druga nuta: opis', 200),
  'media.notes.2.name': paragraph('Trzecia nuta', 40),
  'media.notes.2.text': paragraph('Trzecia nuta: opis', 200),
  'media.films_title': paragraph('Nagłówek filmów', 60),
  'media.quotes_title': paragraph('Nagłówek opinii', 60),
  'about.eyebrow': EYEBROW,
  'about.title': HEADING,
  'about.paragraphs': paragraphs('Tekst', 2500),
  'about.points.0.title': paragraph('Pierwszy punkt', 40),
  'about.points.0.text': paragraph('Pierwszy punkt: opis', 150),
  'about.points.1.title': paragraph('Drugi punkt', 40),
  'about.points.1.text': paragraph('Drugi punkt: opis', 150),
  'about.points.2.title': paragraph('Trzeci punkt', 40),
  'about.points.2.text': paragraph('Trzeci punkt: opis', 150),
  'questions.eyebrow': EYEBROW,
  'questions.title': HEADING,
  faq: {
    label: 'Pytania i odpowiedzi',
    kind: 'questions',
    most: 12_000,
    hint: 'Pytanie w pierwszej linii, pod nim odpowiedź, potem pusta linia. Pytanie o +GRATIS sklep dopisuje sam.',
  },
  'promo_titles.women': paragraph('Tytuł, gdy prezent jest do perfum damskich', 80),
  'promo_titles.men': paragraph('Tytuł, gdy prezent jest do perfum męskich', 80),
  'promo_titles.unisex': paragraph('Tytuł, gdy prezent jest do perfum unisex', 80),
  'promo_titles.all': paragraph('Tytuł, gdy prezent jest do damskich i męskich', 80),
  'contact.eyebrow': EYEBROW,
  'contact.title': HEADING,
  'contact.text': paragraph('Tekst', 300),
  'contact.success': paragraph('Po wysłaniu wiadomości', 120),
  'footer.text': paragraph('Tekst w stopce', 200),
  'shop.title': paragraph('Nagłówek strony ze wszystkimi perfumami', 60),
  'shop.text': paragraph('Tekst pod nim', 200),
  'shop.seo_description': paragraph('Opis dla wyszukiwarek', 160, `Google pokazuje go pod nazwą sklepu. ${TRUE_HINT}`),
} as const satisfies Record<string, TextSlot>

export type TextKey = keyof typeof TEXT_SLOTS
export const TEXT_KEYS = Object.keys(TEXT_SLOTS) as TextKey[]
export const textSlotOf = (key: TextKey): TextSlot => TEXT_SLOTS[key]

/** Headings of the groups, in their order. */
export const TEXT_GROUPS = {
  hero: 'Strona główna: początek',
  menu: 'Menu',
  brands: 'Strona główna: wybór zapachu',
  families: 'Strona główna: rodziny zapachów',
  perfumes: 'Strona główna: perfumy',
  quality: 'Strona główna: jakość zamienników',
  media: 'Strona główna: nuty i opinie',
  about: 'Strona główna: o firmie',
  questions: 'Strona główna: nagłówek pytań',
  faq: 'Częste pytania',
  promo_titles: 'Okienko z prezentem',
  contact: 'Kontakt',
  footer: 'Stopka',
  shop: 'Sklep i wyszukiwarki',
} as const
export type TextGroup = keyof typeof TEXT_GROUPS

export const listTextKeys = (group: TextGroup): TextKey[] => TEXT_KEYS.filter((key) => key.split('.')[0] === group)

/** 'Strona główna: początek, Hasło'. Of a text that only another build has: its key. */
export function labelTextSlot(key: string): string {
  const group = TEXT_GROUPS[key.split('.')[0] as TextGroup]
  const known = TEXT_KEYS.find((one) => one === key)
  return known === undefined ? key : `${group}, ${textSlotOf(known).label}`
}
