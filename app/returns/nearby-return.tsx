import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { PACK_THE_BOTTLE } from '#domain/returns/return-case.ts'

/** Where the buyer hands returned goods in nearby. `url`: null where the shop offers no such way. */
export function NearbyReturn({ url }: { url: string | null }) {
  if (url === null) return null
  return (
    <p>
      Najwygodniej{' '}
      <NewTabLink href={url} className="underline underline-offset-4">
        nadasz zwrot w pobliżu
      </NewTabLink>
      , w punkcie albo automacie. {PACK_THE_BOTTLE}
    </p>
  )
}
