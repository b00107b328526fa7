import { href } from 'react-router'
import { z } from 'zod'
import { findLastDay } from '#domain/codes/code.ts'
import { findMailedCode } from '#domain/codes/code-queries.server.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatCalendarDay } from '#domain/kernel/text/dates-and-plurals.ts'
import { defineMail, unlinked } from './define-mail.ts'
import { MailButton, Panel, Paragraph, Title } from './mail-parts.tsx'

const ids = z.object({ codeId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'sample-code': z.output<typeof ids>
  }
}

const EXAMPLE = {
  code: 'K7MWQ2XPA9RD',
  value: 1_990,
  least_grosze: 2_090,
  valid_to: '2026-12-28T00:00',
  first_name: 'Łucja',
  number: '12345678',
  active: true,
}

/** Refunds the price of samples as a discount code for the next order. */
export default defineMail({
  template: 'sample-code',
  name: 'Kod za próbkę',
  ids,
  load: (db, { codeId }) => findMailedCode(db, codeId),
  write: ({ code, value, least_grosze, valid_to, number, active }, { profile }) => {
    const amount = formatGrosze(value ?? 0)
    const until = valid_to === null ? '' : `, do ${formatCalendarDay(findLastDay(valid_to))} włącznie`
    return {
      subject: `Kod na ${amount} za próbkę, zamówienie ${number}`,
      preview: active ? `Cena próbki wraca do Ciebie przy następnych zakupach${until}.` : 'Ten kod już nie działa.',
      body: (
        <>
          <Title>Cena próbki wraca do Ciebie</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          {active ? (
            <>
              <Paragraph>
                {`Za próbki z zamówienia ${number} zapłacono ${amount}. Tę kwotę odejmiemy od następnych zakupów, gdy wpiszesz kod w koszyku.`}
              </Paragraph>
              <Panel title={`Kod ${unlinked(code)}`}>
                {`−${amount} na produkty, przy zakupach od ${formatGrosze(least_grosze)}${until}.`}
              </Panel>
              <Paragraph>
                Kod działa raz i tylko dla tego adresu e-mail. Jeśli odstąpisz od zakupu próbki, kod przestanie działać.
              </Paragraph>
            </>
          ) : (
            <Paragraph>{`Kod za próbki z zamówienia ${number} już nie działa.`}</Paragraph>
          )}
          <MailButton href={`${profile.shopUrl}${href('/sklep')}`}>Przejdź do sklepu</MailButton>
        </>
      ),
    }
  },
  examples: { działa: EXAMPLE, 'próbka wróciła': { ...EXAMPLE, active: false } },
})
