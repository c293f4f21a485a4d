import { Button } from '@eclusa/ui/components/button.tsx'
import { Masked } from '@eclusa/ui/components/masked.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { ReasonDialog } from '@eclusa/ui/components/reason-dialog.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useState } from 'react'
import { answer, desk, type Schemas } from '../../api/client.ts'
import { useMay } from '../../api/queries.ts'
import { Sheet } from '../../document-viewer/pdf-viewer.tsx'
import { useCase } from '../use-case.ts'
import style from './infraction-documents.module.css'
import { infractions } from './messages.ts'

type File = Schemas['EvidenceOfCase']
interface OpenedEvidence {
  file_id: string
  address: Schemas['FileAddress']
}

const KILOBYTE = 1_024

/** Files of the client's answer. A file is opened with a reason, and only while its URL is valid. */
export function Evidence({ record }: { record: Schemas['InfractionCase'] }) {
  const say = useMessages(infractions)
  const { number } = useFormats()
  const { refresh } = useCase()
  const may = useMay('analyst', 'approver')
  const [asked, setAsked] = useState<File>()
  const [opened, setOpened] = useState<OpenedEvidence>()
  const { files, infraction, revealed } = record

  async function open({ id: file_id }: File, reason: string): Promise<void> {
    const path = { id: infraction.id, file_id }
    const address = await answer(
      desk.POST('/v1/infractions/{id}/files/{file_id}/open', { params: { path }, body: { reason } }),
    )
    setOpened({ file_id, address })
    void refresh()
  }

  const columns: TableColumn<File>[] = [
    { key: 'name', name: say.file, cell: ({ file_name }) => <Masked value={file_name} revealed={revealed} /> },
    { key: 'type', name: say.type, cell: ({ content_type }) => content_type },
    { key: 'size', name: say.size, cell: ({ size }) => `${number(Math.ceil(size / KILOBYTE))} KB`, number: true },
    {
      key: 'open',
      name: say.open,
      cell: (file) =>
        file.state === 'READY' ? (
          may && (
            <Button icon="eye" onClick={() => setAsked(file)}>
              {say.open}
            </Button>
          )
        ) : (
          <span className={style.none}>{say.notReady}</span>
        ),
    },
  ]
  return (
    <Panel title={say.files} count={files.length} flush>
      <Table label={say.files} columns={columns} rows={files} keyOf={({ id }) => id} empty={say.noFiles} />
      {opened && <OpenedFile key={opened.file_id} {...opened} />}
      <ReasonDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={say.openTitle}
        about={say.openAbout}
        atHand={say.openReasons}
        action={say.open}
        icon="eye"
        send={async (reason) => asked && open(asked, reason)}
      />
    </Panel>
  )
}

function OpenedFile({ address: { url, content_type, frame_url } }: OpenedEvidence) {
  const say = useMessages(infractions)
  return (
    <div className={style.shown}>
      {content_type.startsWith('image/') && <img className={style.picture} src={url} alt={say.file} />}
      {frame_url && (
        <div className={style.sheet}>
          <Sheet url={frame_url} name={say.file} />
        </div>
      )}
      <a href={url} target="_blank" rel="noreferrer">
        {say.openAgain}
      </a>
    </div>
  )
}
