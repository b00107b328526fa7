import type { ShareWords } from '#domain/pictures/picture.ts'
import type { OwnTexts } from './own-texts.ts'
import { INITIAL_PROFILE } from './profile-fields.ts'
import { SLOGAN } from './shop-profile.ts'

const EYEBROW = 'Perfumy arabskie i zamienniki'

/** What the picture of shared links says; null: what every shop begins with, which has a picture of its own. */
export function findShareWords(shopName: string, own: OwnTexts): ShareWords | null {
  const [slogan, eyebrow] = [own['hero.title'], own['hero.eyebrow']]
  if (shopName === INITIAL_PROFILE.shop_name && slogan === undefined && eyebrow === undefined) return null
  return { shopName, slogan: slogan ?? SLOGAN, eyebrow: eyebrow ?? EYEBROW }
}

/** The address of the picture with these words, which another picture never has (FNV-1a). */
export function buildSharePictureUrl(words: ShareWords): string {
  let hash = 0x811c9dc5
  for (const code of new TextEncoder().encode(JSON.stringify(words))) hash = Math.imul(hash ^ code, 0x01000193) >>> 0
  return `/api/share-picture/${hash.toString(16).padStart(8, '0')}`
}
