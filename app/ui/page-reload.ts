/** sessionStorage: the build whose missing code has made this tab reload itself already. */
const RELOADED_KEY = 'reloaded-build'
/** sessionStorage: set across a reload that must give the open dialogs back. */
const REOPEN_KEY = 'reopen-dialogs'

/** Loads the page anew with the dialogs that are open now. */
export function reloadWithDialogs(): void {
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
 * Called when code could not be loaded or a page could not be shown: reloads the page when the reason may be that the shop runs
 * another build by now. Once per build, so that a page that keeps coming from some old cache does not reload for ever.
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

/** The file this code stands in. Its name holds a hash of all code that loads later, so another build has another one. */
function ownBuild(): string {
  return new URL(import.meta.url).pathname
}

/** The landing page as it is served now, which names the files of its build; null when it cannot be had. */
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
