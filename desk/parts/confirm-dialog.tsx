import type { ReactNode } from 'react'
import { useWords } from '../words/language.ts'
import { shared } from '../words/shared.ts'
import { Button } from './button.tsx'
import { Dialog, DialogEnd } from './dialog.tsx'

interface Props {
  title: string
  /** Its consequence. */
  about?: string
  action: string
  grave?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

/** Confirmation dialog. The focus is on cancel, so that Enter alone confirms nothing. */
export function ConfirmDialog({
  title,
  about,
  action,
  grave = false,
  busy = false,
  onConfirm,
  onClose,
  children,
}: Props) {
  const { back } = useWords(shared)
  return (
    <Dialog open onClose={onClose} title={title} {...(about && { about })}>
      {children}
      <DialogEnd>
        <Button autoFocus onClick={onClose}>
          {back}
        </Button>
        <Button look={grave ? 'grave' : 'first'} busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogEnd>
    </Dialog>
  )
}
