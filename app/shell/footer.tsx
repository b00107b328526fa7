import { href, Link } from 'react-router'
import { askForConsent } from '#app/consents/ask-for-consent.ts'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { PaymentMarks } from '#app/ui/payment-marks.tsx'
import { FOOTER_TEXT, type ShopProfile } from '#domain/settings/shop-profile.ts'

type SiteFooterProps = Pick<
  ShopProfile,
  'shopName' | 'sellerName' | 'sellerBdo' | 'sellerBankAccount' | 'sellerEmail' | 'sellerPhone' | 'socialLinks'
> & {
  footerText?: string
  /** Whether analytics is configured. */
  isMeasured: boolean
}

const SOCIAL = [
  { site: 'instagram', name: 'Instagram' },
  { site: 'tiktok', name: 'TikTok' },
  { site: 'facebook', name: 'Facebook' },
] as const
const SERVICE = [
  ['/odstapienie', 'Odstąp od umowy tutaj'],
  ['/reklamacja', 'Reklamacja'],
  ['/gwarancja-prawna', 'Gwarancja prawna'],
  ['/dostepnosc', 'Dostępność'],
] as const
const LINK = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline'

export function SiteFooter({ footerText = FOOTER_TEXT, isMeasured, ...shop }: SiteFooterProps) {
  const { shopName, sellerName, sellerBdo, sellerBankAccount, sellerEmail, sellerPhone, socialLinks } = shop
  return (
    <footer className="on-night bg-night text-ivory">
      <div className="page-width grid gap-10 py-14 md:grid-cols-[2fr_1fr_auto]">
        <div className="max-w-md space-y-4">
          <p className="font-display text-2xl">{shopName}</p>
          <p>{footerText}</p>
          <p className="text-sm text-ivory/80">
            Zamienniki są samodzielnymi produktami inspirowanymi popularnymi kierunkami w perfumerii. Nie są oryginałami
            ani nie są powiązane z producentami innych perfum.
          </p>
        </div>
        <nav aria-label="Stopka" className="flex flex-col text-sm">
          <p className="mb-1 font-semibold">Sklep</p>
          <Link to={href('/sklep')} className={LINK}>
            Wszystkie perfumy
          </Link>
          <Link to={`${href('/sklep')}?category=arabic`} className={LINK}>
            Perfumy arabskie
          </Link>
          <Link to={href('/znajdz-zapach')} className={LINK}>
            Znajdź zapach
          </Link>
          <Link to={href('/poradnik')} className={LINK}>
            Poradnik
          </Link>
          <Link to={href('/newsletter')} className={LINK}>
            Newsletter
          </Link>
          <NewTabLink href={href('/regulamin')} className={LINK}>
            Regulamin
          </NewTabLink>
          <NewTabLink href={href('/polityka-prywatnosci')} className={LINK}>
            Polityka prywatności
          </NewTabLink>
          {SERVICE.map(([path, name]) => (
            <Link key={path} to={href(path)} className={LINK}>
              {name}
            </Link>
          ))}
          {isMeasured && (
            <button type="button" className={`${LINK} noscript:hidden`} onClick={askForConsent}>
              Zgoda na pomiary
            </button>
          )}
        </nav>
        <div className="flex flex-col text-sm">
          <p className="mb-1 font-semibold">Kontakt</p>
          <a href={`tel:${sellerPhone.replaceAll(/[^\d+]/g, '')}`} className={LINK}>
            {sellerPhone}
          </a>
          <a href={`mailto:${sellerEmail}`} className={`${LINK} break-all`}>
            {sellerEmail}
          </a>
          {SOCIAL.map(({ site, name }) => {
            const url = socialLinks[site]
            return (
              url && (
                <a key={site} href={url} rel="noopener" className={LINK}>
                  {name}
                </a>
              )
            )
          })}
        </div>
      </div>
      <div className="page-width">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-ivory/20 py-5">
          <p className="text-xs text-ivory/80">
            {[
              `${sellerName}.`,
              sellerBdo !== '' && `BDO ${sellerBdo}.`,
              sellerBankAccount !== '' && `Konto ${sellerBankAccount}.`,
              'Zwrot w ciągu 14 dni bez podawania przyczyny.',
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
          <PaymentMarks />
        </div>
      </div>
    </footer>
  )
}
