import { Button } from '@eclusa/ui/components/button.tsx'
import { Notice } from '@eclusa/ui/components/notice.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import type { CaseListRow } from './case-list.ts'
import { CaseRows } from './case-rows.tsx'
import { queue } from './messages.ts'
import style from './search-results.module.css'

/** Results of an exact search, open or closed. */
export function Found({ rows, onClose }: { rows: CaseListRow[]; onClose: () => void }) {
  const say = useMessages(queue)
  return (
    <section aria-live="polite">
      <header className={style.head}>
        <h2>{say.found(rows.length)}</h2>
        <Button look="quiet" icon="close" shortcut="Esc" onClick={onClose}>
          {say.endSearch}
        </Button>
      </header>
      {rows.length === 0 ? (
        <div className={style.none}>
          <Notice>{say.notFound}</Notice>
        </div>
      ) : (
        <CaseRows rows={rows} label={say.found(rows.length)} />
      )}
    </section>
  )
}
