import { SECTION_GROUPS } from '#app/admin/sections.ts'
import { foldText } from '#domain/kernel/text/fold-text.ts'
import { fieldOf, listEditedKeys } from '#domain/settings/profile-fields.ts'
import { ELSEWHERE, SETTINGS_PAGES, type SettingsPage } from './settings-pages.ts'

export type FoundSetting = { title: string; detail: string; to: string }

/** Sections and settings by their names: the pages, and the single fields of the shop's profile. */
function listPlaces(): (FoundSetting & { words: string })[] {
  const toEntry = ({ to, title, about, words = [] }: SettingsPage) => ({
    title,
    detail: about,
    to,
    words: [title, about, ...words, 'ustawienia'].join(' '),
  })
  const fields = SETTINGS_PAGES.flatMap(({ to, title, profile }) =>
    profile === undefined
      ? []
      : listEditedKeys(profile).map((key) => {
          const { label, hint = '' } = fieldOf(key)
          return { title: label, detail: `Ustawienia, ${title}`, to: `${to}#${key}`, words: `${label} ${hint}` }
        }),
  )
  const pages = [...SETTINGS_PAGES, ...ELSEWHERE].map(toEntry)
  const sections = SECTION_GROUPS.flatMap(({ name, sections }) =>
    sections.map(({ to, label, words }) => ({
      title: label,
      detail: name === null ? 'Dział panelu' : `Dział panelu, ${name}`,
      to,
      words: `${label} ${words}`,
    })),
  )
  return [...sections.filter(({ to }) => !pages.some((page) => page.to === to)), ...pages, ...fields]
}

const MOST = 6

/** Sections and settings in which every typed word begins a word. Those whose name begins with the text come first. */
export function findSettings(typed: string): FoundSetting[] {
  const asked = toWords(typed)
  if (asked.length === 0) return []
  const found = listPlaces().filter(({ words }) => {
    const known = toWords(words)
    return asked.every((word) => known.some((each) => each.startsWith(word)))
  })
  const isNamed = ({ title }: FoundSetting) => toWords(title).some((word) => word.startsWith(asked[0] ?? ''))
  return [...found.filter(isNamed), ...found.filter((setting) => !isNamed(setting))]
    .slice(0, MOST)
    .map(({ words: _, ...setting }) => setting)
}

const toWords = (text: string): string[] => foldText(text).match(/[\p{L}\d]+/gu) ?? []
