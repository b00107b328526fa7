import { classNames } from '#app/ui/class-names.ts'
import { CHEVRON_DOWN, Icon } from '#app/ui/icon.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import type { ShownPicture } from '#domain/labels/label-file.ts'
import { GUARANTEE_NOTICE } from '#domain/labels/legal-notices.ts'

type GuaranteeNoticeProps = {
  /** The official file; null: a text is shown instead. */
  official: ShownPicture | null
  /** Beside the sums of an order: a press on the official file opens it. */
  small?: boolean
  /** Open from the start. */
  whole?: boolean
  className?: string
}

/**
 * The notice of the legal guarantee, complete and in colour, as the law requires before every purchase: a line that
 * names it and opens the rest.
 */
export function GuaranteeNotice({ official, small = false, whole = false, className }: GuaranteeNoticeProps) {
  const { title, qr } = GUARANTEE_NOTICE
  return (
    <aside aria-label="Gwarancja prawna" className={classNames('@container', className)}>
      <details open={whole} className="group rounded-xl border border-night/20 bg-white">
        <summary className="flex h-15.5 list-none items-center gap-3 px-3 [&::-webkit-details-marker]:hidden">
          <img
            src={official?.url ?? qr}
            width={official?.width ?? 246}
            height={official?.height ?? 246}
            alt=""
            className="size-10 shrink-0 object-contain"
          />
          <span className="min-w-0 flex-1 font-display text-base leading-tight @sm:text-lg">{title}</span>
          <span className="flex items-center gap-1 text-sm font-semibold underline underline-offset-4">
            Czytaj
            <Icon d={CHEVRON_DOWN} className="size-4 shrink-0 transition-transform group-open:rotate-180" />
          </span>
        </summary>
        <div className={classNames('px-3 pb-3', small ? 'text-xs' : 'text-sm')}>
          {official === null ? <Words /> : <OfficialFile file={official} small={small} />}
        </div>
      </details>
    </aside>
  )
}

/** The shop's own summary, until there is the official file. */
function Words() {
  const { text, link, url, qr } = GUARANTEE_NOTICE
  return (
    <div className="flow-root">
      <img
        src={qr}
        width={246}
        height={246}
        alt=""
        className="float-right mb-2 ml-3 size-20 [image-rendering:pixelated]"
      />
      <p>{text}</p>
      <NewTabLink href={url} className="inline-block py-2 font-medium underline underline-offset-4">
        {link}
      </NewTabLink>
    </div>
  )
}

function OfficialFile({ file: { url, width, height }, small }: { file: ShownPicture; small: boolean }) {
  const picture = (
    <img
      src={url}
      width={width}
      height={height}
      alt={`Zawiadomienie o prawnej gwarancji zgodności. ${GUARANTEE_NOTICE.text}`}
      className={classNames(
        'h-auto object-contain object-left',
        small ? 'max-h-60 max-w-60' : 'max-h-[60dvh] w-full max-w-96',
      )}
    />
  )
  return small ? <NewTabLink href={url}>{picture}</NewTabLink> : picture
}
