import { Fragment } from 'react'
import { href } from 'react-router'
import { z } from 'zod'
import { formatTermsDay, listChangedBlocks, parseTerms } from '#domain/terms/terms.ts'
import { findTerms, findTermsBefore } from '#domain/terms/terms-queries.server.ts'
import { defineMail } from './define-mail.ts'
import { EXAMPLE_TERMS } from './mail-examples.ts'
import { Heading, MailButton, Paragraph, SmallPrint, TextLink, Title } from './mail-parts.tsx'

const ids = z.object({ version: z.iso.date() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'terms-change': z.output<typeof ids>
  }
}

/** Tells an account of new terms, with the paragraphs that changed. */
export default defineMail({
  template: 'terms-change',
  name: 'Zmiana regulaminu',
  ids,
  load: async (db, { version }) => {
    const [after, before] = [await findTerms(db, version), await findTermsBefore(db, version)]
    if (!after) throw new Error(`there are no terms of ${version}`)
    return { version, after: after.full_text, before: before?.full_text ?? '' }
  },
  write: ({ version, after, before }, { profile }) => {
    const day = formatTermsDay(version)
    const changed = listChangedBlocks(parseTerms(before).blocks, parseTerms(after).blocks)
    const url = `${profile.shopUrl}${href('/regulamin/:version', { version })}`
    return {
      subject: `Nowy regulamin sklepu ${profile.shopName} od ${day}`,
      preview: `Co się zmienia i od kiedy. Do wcześniejszych zamówień stosuje się regulamin, który obowiązywał wtedy.`,
      body: (
        <>
          <Title>Zmieniamy regulamin</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Paragraph>
            {`Od ${day} obowiązuje nowy regulamin sklepu ${profile.shopName}. Piszemy, bo masz u nas konto. `}
            Do zamówień złożonych wcześniej stosuje się regulamin, który wtedy obowiązywał.
          </Paragraph>
          <MailButton href={url}>Przeczytaj nowy regulamin</MailButton>
          <Paragraph>
            {'Nie musisz nic robić. Jeżeli nie zgadzasz się na zmiany, możesz w każdej chwili usunąć konto w '}
            <TextLink href={`${profile.shopUrl}${href('/panel-klienta')}`}>panelu klienta</TextLink>
            {` albo napisać na ${profile.sellerEmail}.`}
          </Paragraph>
          {changed.length > 0 && <Heading>Co się zmienia</Heading>}
          {changed.map(({ heading, lines, isNumbered }) => (
            <Fragment key={heading}>
              <Paragraph>{heading}</Paragraph>
              {lines.map((line, index) => (
                <SmallPrint key={line}>{isNumbered ? `${index + 1}. ${line}` : line}</SmallPrint>
              ))}
            </Fragment>
          ))}
        </>
      ),
    }
  },
  examples: { 'jeden rozdział zmieniony': EXAMPLE_TERMS },
})
