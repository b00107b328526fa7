import { href } from 'react-router'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import type { ShownPicture } from '#domain/labels/label-file.ts'
import { GUARANTEE_NOTICE } from '#domain/labels/legal-notices.ts'
import type { MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { formatTermsDay } from '#domain/terms/terms.ts'
import { Heading, Paragraph, Picture, TextLink } from './mail-parts.tsx'

type ContractTermsProps = {
  checkout: MailedCheckout
  profile: ShopProfile
  /** The official notice of the legal guarantee. */
  notice: ShownPicture | null
}

/**
 * What the law requires on a durable medium and a buyer wants at hand: withdrawal, the notice of the legal guarantee,
 * and which terms were accepted when. The attached papers have the rest in full: the contract the instructions on
 * withdrawal with the form, the terms complaints and disputes.
 */
export function ContractTerms({ checkout, profile, notice }: ContractTermsProps) {
  // An order from before the archive has no stored text.
  const version = checkout.terms === null ? null : checkout.first.terms_version
  const path = version === null ? href('/regulamin') : href('/regulamin/:version', { version })
  return (
    <>
      <Heading>14 dni na zwrot</Heading>
      <Paragraph>
        {'Masz 14 dni od otrzymania przesyłki, aby odstąpić od umowy bez podawania przyczyny. '}
        Wystarczy nacisnąć „Odstąp od umowy tutaj” albo napisać na adres {profile.sellerEmail}. Adres do zwrotów i
        reklamacji: {profile.returnAddress}.
      </Paragraph>
      <Heading>{GUARANTEE_NOTICE.title}</Heading>
      {notice && (
        <Picture
          src={`${profile.shopUrl}${notice.url}`}
          alt="Zawiadomienie o prawnej gwarancji zgodności"
          width={Math.min(notice.width, 400)}
        />
      )}
      <Paragraph>
        {`${GUARANTEE_NOTICE.text} `}
        <TextLink href={GUARANTEE_NOTICE.url}>{GUARANTEE_NOTICE.link}</TextLink>
      </Paragraph>
      <Heading>Umowa i regulamin</Heading>
      <Paragraph>
        {`${describeAcceptance(checkout.first, profile)} W załącznikach (PDF) jest umowa z pouczeniem o odstąpieniu i wzorem formularza oraz cały `}
        <TextLink href={`${profile.shopUrl}${path}`}>regulamin</TextLink>
        {', także o reklamacjach i rozwiązywaniu sporów. Zachowaj tę wiadomość.'}
      </Paragraph>
    </>
  )
}

function describeAcceptance(
  { terms_version, terms_accepted_at }: MailedCheckout['first'],
  profile: ShopProfile,
): string {
  const version = terms_version ?? profile.effectiveDate
  const accepted = terms_accepted_at === null ? '' : `, zaakceptowany ${formatDateTime(terms_accepted_at)}`
  const binding = `regulamin w wersji z dnia ${formatTermsDay(version)}${accepted}`
  return `Sprzedawcą jest ${profile.sellerName}, ${profile.sellerAddress}. Obowiązuje ${binding}.`
}
