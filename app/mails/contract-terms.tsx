import { href } from 'react-router'
import { renderShopTerms } from '#app/terms/shop-terms.ts'
import { formatDateTime } from '#domain/kernel/text.ts'
import type { ShownPicture } from '#domain/labels/label-file.ts'
import { GUARANTEE_NOTICE } from '#domain/labels/legal-notices.ts'
import type { MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import {
  findWithdrawalForm,
  formatTermsDay,
  listConsumerRights,
  parseTerms,
  type TermsBlock,
} from '#domain/terms/terms.ts'
import { Heading, Paragraph, Picture, SmallPrint, TextLink } from './mail-parts.tsx'

type ContractTermsProps = {
  checkout: MailedCheckout
  profile: ShopProfile
  /** The official notice of the legal guarantee. */
  notice: ShownPicture | null
}

/**
 * What the law requires on a durable medium: the notice of the legal guarantee, the terms' paragraphs on withdrawal
 * (with its form), complaints and disputes, and which terms were accepted when.
 */
export function ContractTerms({ checkout, profile, notice }: ContractTermsProps) {
  // An order from before the archive has no stored text.
  const { blocks } = parseTerms(checkout.terms ?? renderShopTerms(profile).fullText)
  const form = findWithdrawalForm(blocks)
  const version = checkout.terms === null ? null : checkout.terms_version
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
      <Paragraph>{GUARANTEE_NOTICE.text}</Paragraph>
      <Paragraph>
        <TextLink href={GUARANTEE_NOTICE.url}>{GUARANTEE_NOTICE.link}</TextLink>
      </Paragraph>
      <Heading>Umowa i regulamin</Heading>
      <Paragraph>
        {describeAcceptance(checkout, profile)} Całość:{' '}
        <TextLink href={`${profile.shopUrl}${path}`}>Regulamin</TextLink>
        {', a umowa i regulamin są też w załącznikach (PDF). Poniżej to, co warto mieć pod ręką.'}
      </Paragraph>
      {listConsumerRights(blocks).map((block) => (
        <TermsSection key={block.heading} {...block} />
      ))}
      {form && (
        <>
          <Heading>{form.heading}</Heading>
          {form.lines.map((line) => (
            <SmallPrint key={line}>{line.endsWith(':') ? `${line} ……………………………………` : line}</SmallPrint>
          ))}
        </>
      )}
    </>
  )
}

function describeAcceptance({ terms_version, terms_accepted_at }: MailedCheckout, profile: ShopProfile): string {
  const version = terms_version ?? profile.effectiveDate
  const accepted = terms_accepted_at === null ? '' : `, zaakceptowany ${formatDateTime(terms_accepted_at)}`
  const binding = `regulamin w wersji z dnia ${formatTermsDay(version)}${accepted}`
  return `Sprzedawcą jest ${profile.sellerName}, ${profile.sellerAddress}. Obowiązuje ${binding}.`
}

function TermsSection({ heading, lines }: TermsBlock) {
  return (
    <>
      <Heading>{heading}</Heading>
      {lines.map((line, index) => (
        <SmallPrint key={line}>{`${index + 1}. ${line}`}</SmallPrint>
      ))}
    </>
  )
}
