import { Button } from '@eclusa/ui/components/button.tsx'
import { Notice, Refusal } from '@eclusa/ui/components/notice.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { ReasonDialog } from '@eclusa/ui/components/reason-dialog.tsx'
import { useKeys } from '@eclusa/ui/components/use-shortcuts.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { useCommands } from '@eclusa/ui/layout/palette.tsx'
import { useState } from 'react'
import { answer, desk } from '../../api/client.ts'
import { useMay } from '../../api/queries.ts'
import { LightTable } from '../../document-viewer/compare-view.tsx'
import type { PaperFile } from '../../document-viewer/file.ts'
import { papers } from '../../document-viewer/messages.ts'
import { useAddresses } from '../../document-viewer/use-file-urls.ts'
import type { CasePartProps } from '../kind.ts'
import { useCase } from '../use-case.ts'
import { companionOf, FILM, firstFor, groupsOf } from './files.ts'
import { onboardings } from './messages.ts'
import style from './onboarding.module.css'
import { type OnboardingRecord, stepInHand } from './record.ts'

/** Documents and videos, which are opened with a reason. */
export function FilesPanel({ record, caseKey }: CasePartProps<OnboardingRecord>) {
  const say = useMessages(onboardings)
  const words = useMessages(papers)
  const { time } = useFormats()
  const { refresh } = useCase()
  const may = useMay('analyst', 'approver')
  const [asking, setAsking] = useState(false)
  const { id } = record.onboarding
  const films = record.faces.flatMap((face) => face.films)
  const count = record.papers.length + films.length
  const { opened, away, open } = useAddresses(async (reason) => {
    const files = await answer(desk.POST('/v1/onboardings/{id}/files', { params: { path: { id } }, body: { reason } }))
    // Opening a file adds an entry to the timeline.
    void refresh()
    return files
  })

  const ask = may && !opened && count > 0 ? () => setAsking(true) : undefined
  useKeys({ o: () => ask?.() })
  useCommands(ask ? [{ name: say.openFiles.title, icon: 'paper', run: ask }] : [])

  const nameOf = ({ type, file_id }: PaperFile) => {
    const alike = opened!.files.filter((file) => file.type === type)
    const name = type === FILM ? say.film : said(say.papers, type)
    return type === FILM && alike.length > 1
      ? `${name} ${alike.findIndex((file) => file.file_id === file_id) + 1}`
      : name
  }
  return (
    <Panel title={say.files} count={count}>
      <div className={style.files}>
        {count === 0 && <p className={style.soft}>{say.noFiles}</p>}
        {opened && (
          <>
            <LightTable
              groups={groupsOf(record, opened.files, say.theCompany)}
              nameOf={nameOf}
              companionOf={(file) => companionOf(opened.files, file)}
              secondsOf={({ file_id }) => lasting(films.find((film) => film.file_id === file_id))}
              first={firstFor(opened.files, stepInHand(record, caseKey))?.file_id}
            />
            <p className={style.quiet} role="status">
              {opened.renewedAt ? words.renewed(time(opened.renewedAt)) : words.until(time(opened.until))}
            </p>
          </>
        )}
        {away && (
          <Notice
            title={words.putAway}
            action={
              <Button icon="paper" onClick={() => void open(away.reason).catch(() => setAsking(true))}>
                {words.openAgain}
              </Button>
            }
          >
            {words.putAwayDetail}
          </Notice>
        )}
        {away?.error !== undefined && <Refusal error={away.error} />}
        {!opened && !away && count > 0 && (
          <div className={style.open}>
            {may ? (
              <Button look="first" icon="paper" shortcut="O" onClick={ask}>
                {say.openFiles.action}
              </Button>
            ) : (
              <p className={style.soft}>{say.mayNotOpen}</p>
            )}
            <span className={style.soft}>
              {[...new Set(record.papers.map(({ type }) => said(say.papers, type)))].join(', ')}
              {films.length > 0 && ` · ${say.filmCount(films.length)}`}
            </span>
          </div>
        )}
      </div>
      <ReasonDialog
        open={asking}
        onClose={() => setAsking(false)}
        icon="paper"
        {...say.openFiles}
        send={(reason) => open(reason)}
      />
    </Panel>
  )
}

const lasting = (film: { duration_ms: number } | undefined) => film && film.duration_ms / 1000
