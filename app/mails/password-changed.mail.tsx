import { z } from 'zod'
import { endedAccessSchema } from '#domain/accounts/account.ts'
import { findSecuredAccount } from '#domain/accounts/mailed-account-queries.server.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { defineMail } from './define-mail.ts'
import { ACCOUNT } from './mail-examples.ts'
import { Panel, Paragraph, Title } from './mail-parts.tsx'
import { WaysIn } from './ways-in.tsx'

const ids = z.object({ userId: z.uuid(), ended: z.array(endedAccessSchema) })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'password-changed': z.output<typeof ids>
  }
}

/** Says that the password was changed. */
export default defineMail({
  template: 'password-changed',
  name: 'Hasło zmienione',
  ids,
  load: async (db, { userId, ended }) => ({ ...(await findSecuredAccount(db, userId)), ended }),
  write: ({ ended, ...account }, { profile, queuedAt }) => ({
    subject: `Hasło do sklepu ${profile.shopName} zostało zmienione`,
    preview: `Zmiana z ${formatDateTime(queuedAt)}.`,
    body: (
      <>
        <Title>Hasło zostało zmienione</Title>
        <Paragraph>Dzień dobry!</Paragraph>
        <Panel title={`Nowe hasło od ${formatDateTime(queuedAt)}`}>Jeżeli to Ty, nic nie musisz robić.</Panel>
        <WaysIn ended={ended} account={account} profile={profile} />
      </>
    ),
  }),
  examples: {
    konto: { ...ACCOUNT, has_google: false, two_factor_enabled: false, ended: ['sessions', 'google'] },
    'konto z Google': { ...ACCOUNT, has_google: true, two_factor_enabled: true, ended: [] },
  },
})
