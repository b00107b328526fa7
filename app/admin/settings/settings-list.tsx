import { Link } from 'react-router'
import { ARROW_RIGHT, Icon } from '#app/ui/icon.tsx'
import { ELSEWHERE, SETTINGS_PAGES, type SettingsPage } from './settings-pages.ts'

/** Every page of the settings, and links to settings on other pages. */
export default function SettingsList() {
  return (
    <div className="space-y-6">
      <PageList pages={SETTINGS_PAGES} label="Ustawienia" />
      <section aria-labelledby="gdzie-indziej">
        <h2 id="gdzie-indziej" className="mb-2 font-display text-xl">
          W innych miejscach panelu
        </h2>
        <PageList pages={ELSEWHERE} />
      </section>
    </div>
  )
}

function PageList({ pages, label }: { pages: readonly SettingsPage[]; label?: string }) {
  return (
    <nav aria-label={label} className="card overflow-hidden">
      <ul className="divide-y divide-night/10">
        {pages.map(({ to, title, about, icon: PageIcon }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-14 items-center gap-4 px-4 py-2 hover:bg-ivory sm:px-5">
              <PageIcon aria-hidden="true" className="size-5 shrink-0 text-oud" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{title}</span>
                <span className="block text-sm text-night/85">{about}</span>
              </span>
              <Icon d={ARROW_RIGHT} className="size-5 shrink-0 text-oud" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
