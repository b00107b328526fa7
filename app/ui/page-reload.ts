/** sessionStorage: the build whose missing code has already reloaded this tab. */
const RELOADED_KEY = 'reloaded-build'
/** sessionStorage: set across a reload after which the open dialogs open again. */
const REOPEN_KEY = 'reopen-dialogs'

/** The page that the visitor asked for, while a navigation to it is under way or has failed. */
let destination: string | null = null

export function setReloadDestination(path: string | null): void {
  destination = path
}

/** Reloads the page together with the open dialogs, or loads the page that the visitor asked for meanwhile. */
export function reloadWithDialogs(): void {
  if (destination !== null) {
    window.location.assign(destination)
    return
  }
  writeSession(REOPEN_KEY, 'true')
  window.location.reload()
}

/** Whether this page load is such a reload. Answers once. */
export function takeReopenDialogs(): boolean {
  const reopen = readSession(REOPEN_KEY) !== null
  if (reopen) writeSession(REOPEN_KEY, null)
  return reopen
}

/**
 * For code that did not load or a page that could not be shown: reloads the page if the shop now runs another build.
 * Once per build, so that a page from an old cache does not reload without end.
 */
export async function reloadAfterDeploy(): Promise<boolean> {
  const build = ownBuild()
  const served = await servedPage()
  if (served === null || served.includes(build) || readSession(RELOADED_KEY) === build) return false
  if (!writeSession(RELOADED_KEY, build)) return false
  reloadWithDialogs()
  return true
}

/** Whether the shop can be reached at this moment. */
export async function shopAnswers(): Promise<boolean> {
  return (await servedPage()) !== null
}

/** The file of this code. Its name holds a hash of all code that loads later: it differs from build to build. */
function ownBuild(): string {
  return new URL(import.meta.url).pathname
}

/** The landing page as it is served now, which names the files of its build; null when it cannot be fetched. */
async function servedPage(): Promise<string | null> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    return response.ok ? await response.text() : null
  } catch (cause) {
    console.warn('The shop cannot be reached.', cause)
    return null
  }
}

function readSession(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key)
  } catch (cause) {
    console.warn('Session storage cannot be read.', cause)
    return null
  }
}

/** Whether the value was stored; null removes it. */
function writeSession(key: string, value: string | null): boolean {
  try {
    if (value === null) window.sessionStorage.removeItem(key)
    else window.sessionStorage.setItem(key, value)
    return true
  } catch (cause) {
    console.warn('Session storage cannot be written.', cause)
    return false
  }
}
