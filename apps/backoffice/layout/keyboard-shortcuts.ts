import { defineMessages, useMessages } from '@eclusa/ui/i18n/language.ts'
import type { KeyGroup } from '@eclusa/ui/layout/key-list.tsx'

const told = defineMessages({
  'pt-BR': {
    inQueue: 'Na fila e nas listas',
    inCase: 'No caso e na solicitação de aprovação',
    down: 'Próximo item da lista',
    up: 'Item anterior da lista',
    open: 'Abrir',
    assign: 'Assumir ou liberar',
    next: 'Próximo caso',
    refresh: 'Atualizar a lista',
    choose: 'Escolher a decisão',
    decide: 'Decidir',
    reveal: 'Exibir dados pessoais',
    back: 'Voltar à fila',
    inPapers: 'Em documentos e vídeo',
    openPapers: 'Abrir documentos e vídeo',
    walkPapers: 'Arquivo anterior ou seguinte',
    beside: 'Lado a lado com a selfie',
    large: 'Ampliar ou reduzir',
    zoom: 'Aumentar ou diminuir o zoom',
    fit: 'Ajustar à janela',
    turn: 'Girar',
    play: 'Reproduzir ou pausar',
    frames: 'Quadro a quadro',
    speed: 'Mais devagar ou mais rápido',
    still: 'Congelar o quadro',
  },
  'en-US': {
    inQueue: 'In the queue and in lists',
    inCase: 'In a case and an approval request',
    down: 'Next item in the list',
    up: 'Previous item in the list',
    open: 'Open',
    assign: 'Assign to me or unassign',
    next: 'Next case',
    refresh: 'Refresh the list',
    choose: 'Choose the decision',
    decide: 'Decide',
    reveal: 'Reveal personal data',
    back: 'Back to the queue',
    inPapers: 'In documents and videos',
    openPapers: 'Open documents and video',
    walkPapers: 'Previous or next file',
    beside: 'Side by side with the selfie',
    large: 'Enlarge or shrink',
    zoom: 'Zoom in or out',
    fit: 'Fit',
    turn: 'Rotate',
    play: 'Play or pause',
    frames: 'Frame by frame',
    speed: 'Slower or faster',
    still: 'Freeze the frame',
  },
})

/** Keys of the desk only. */
export function useDeskKeys(): KeyGroup[] {
  const say = useMessages(told)
  return [
    [
      say.inQueue,
      [
        ['J', say.down],
        ['K', say.up],
        ['Enter', say.open],
        ['A', say.assign],
        ['N', say.next],
        ['R', say.refresh],
      ],
    ],
    [
      say.inCase,
      [
        ['1 … 9', say.choose],
        ['Ctrl Enter', say.decide],
        ['V', say.reveal],
        ['A', say.assign],
        ['N', say.next],
        ['Esc', say.back],
      ],
    ],
    [
      say.inPapers,
      [
        ['O', say.openPapers],
        ['[ ]', say.walkPapers],
        ['S', say.beside],
        ['E', say.large],
        ['+ −', say.zoom],
        ['0', say.fit],
        ['R', say.turn],
        ['P', say.play],
        [', .', say.frames],
        ['< >', say.speed],
        ['F', say.still],
      ],
    ],
  ]
}
