import { href } from 'react-router'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { Paragraph, TextLink } from './mail-parts.tsx'

/** A buyer without an account; `hasAccount`: somebody has one under the same address. */
type Guest = { email: string; hasAccount: boolean }

/** Tells a buyer without an account where to find the order. Only this mail says whether the address has an account. */
export function GuestMailNote({ guest }: { guest: Guest | null }) {
  if (guest === null) return null
  return (
    <Paragraph>
      {guest.hasAccount
        ? 'To zamówienie złożono bez logowania, więc nie ma go w panelu klienta, choć ten adres ma u nas konto. '
        : 'To zamówienie złożono bez zakładania konta. '}
      Zobaczysz je zawsze pod linkiem z tej wiadomości.
    </Paragraph>
  )
}

/** Once the parcel has arrived: the offer of an account to a buyer whose address has none. */
export function AccountOffer({ guest, profile }: { guest: Guest | null; profile: ShopProfile }) {
  if (guest === null || guest.hasAccount) return null
  return (
    <Paragraph>
      Chcesz mieć zamówienia w jednym miejscu i oceniać zapachy?{' '}
      <TextLink href={`${profile.shopUrl}${href('/')}`}>Załóż konto w sklepie</TextLink> na adres {guest.email}. Gdy go
      potwierdzisz, to zamówienie pojawi się w panelu klienta.
    </Paragraph>
  )
}
