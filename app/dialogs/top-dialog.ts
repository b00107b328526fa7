import { type To, useLocation, useNavigate } from 'react-router'
import {
  buildEntry,
  countEntries,
  type DialogEntry,
  goBack,
  isSameDialog,
  readCommonDialogs,
  readDialogs,
  readShown,
} from './dialogs.ts'

/** The ways to change the topmost dialog: for its own content, so that no first visit loads them. */
export function useTopDialog() {
  const location = useLocation()
  const navigate = useNavigate()
  const read = () => {
    const at = readShown() ?? location
    const open = readDialogs(at.state)
    return { at, open, top: open.at(-1), present: readCommonDialogs(at)[open.length - 1] }
  }

  return {
    /**
     * Shows the topmost dialog as `dialog`: in a further entry, or replacing its own. Does nothing when it is no longer
     * the topmost, which can happen after a wait, nor while Back leads to another entry.
     */
    goOn(dialog: DialogEntry, { replace = false } = {}) {
      const { at, open, top, present } = read()
      if (!top || !present || countEntries(present) !== countEntries(top) || !isSameDialog(top, dialog)) return
      const { to, options } = buildEntry(at, [...open.slice(0, -1), dialog])
      void navigate(to, { ...options, replace })
    },
    /** Goes back within the topmost dialog: of the steps that are asked for, those that are not taken yet. */
    stepBack(steps = 1) {
      const { top, present } = read()
      if (top && present) goBack(navigate, countEntries(present) - countEntries(top) + steps)
    },
    /** Replaces the topmost dialog's entry with another page. */
    leaveTo(to: To) {
      void navigate(to, { replace: true })
    },
  }
}
