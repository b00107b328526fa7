import { href } from 'react-router'
import type { EndedAccess } from '#domain/accounts/account.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { Paragraph, TextLink } from './mail-parts.tsx'

const ENDED: Record<EndedAccess, string> = {
  sessions: 'Na innych urządzeniach trzeba zalogować się jeszcze raz.',
  google: 'Odłączyliśmy konto Google, które było połączone wcześniej. W panelu klienta możesz połączyć swoje.',
  password: 'Dotychczasowe hasło przestało działać. Nowe ustawisz w panelu klienta albo linkiem z okna logowania.',
}

type Account = { has_google: boolean; two_factor_enabled: boolean }

type WaysInProps = { ended: EndedAccess[]; account: Account; profile: ShopProfile }

/** Which ways to sign in to an account ended, which stay, and what to do if the account's owner did not change them. */
export function WaysIn({ ended, account, profile }: WaysInProps) {
  return (
    <>
      {ended.map((way) => (
        <Paragraph key={way}>{ENDED[way]}</Paragraph>
      ))}
      {account.has_google && (
        <Paragraph>
          Do konta można nadal wejść także przez Google.{' '}
          <TextLink href={`${profile.shopUrl}${href('/panel-klienta')}#konto`}>Odłącz Google w panelu klienta</TextLink>
        </Paragraph>
      )}
      {account.two_factor_enabled && <Paragraph>Logowanie dwuetapowe zostaje włączone.</Paragraph>}
      <Paragraph>
        Jeżeli to nie Ty, od razu ustaw nowe hasło: w oknie logowania wybierz „Nie pamiętasz hasła?”. Możesz też napisać
        na adres {profile.sellerEmail}.
      </Paragraph>
    </>
  )
}
