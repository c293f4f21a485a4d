import type { Text } from '../../platform/language.ts'

/** Every text of the page, in both languages. Short sentences without jargon, blame or scores. */
export const texts = {
  title: { 'pt-BR': 'Prova de vida', 'en-US': 'Identity check' },
  institution_unnamed: {
    'pt-BR': 'A instituição que solicitou o cadastro',
    'en-US': 'The institution that requested the registration',
  },
  institution_label: { 'pt-BR': 'Quem solicita este vídeo', 'en-US': 'Who requests this video' },
  institution_purpose: { 'pt-BR': 'Finalidade', 'en-US': 'Purpose' },
  institution_retention: { 'pt-BR': 'Guarda do vídeo', 'en-US': 'How long it is kept' },
  institution_contact: { 'pt-BR': 'Atendimento', 'en-US': 'Contact' },
  institution_privacy: { 'pt-BR': 'Encarregado de dados', 'en-US': 'Data protection' },
  other_language: { 'pt-BR': 'English', 'en-US': 'Português' },
  steps_label: { 'pt-BR': 'Etapas', 'en-US': 'Steps' },
  step_ready: { 'pt-BR': 'Preparar', 'en-US': 'Prepare' },
  step_record: { 'pt-BR': 'Gravar', 'en-US': 'Record' },
  step_review: { 'pt-BR': 'Conferir', 'en-US': 'Check' },
  step_send: { 'pt-BR': 'Enviar', 'en-US': 'Send' },

  loading_heading: { 'pt-BR': 'Um instante…', 'en-US': 'One moment…' },
  loading_text: {
    'pt-BR':
      'Se esta mensagem continuar aqui, este navegador não consegue mostrar a página. Abra o link no Chrome ou no Safari.',
    'en-US': 'If this message stays, this browser cannot show the page. Open the link in Chrome or Safari.',
  },

  ready_heading: { 'pt-BR': 'Vamos confirmar que é você', 'en-US': 'Let’s confirm it’s you' },
  ready_lead: {
    'pt-BR': 'Você grava um vídeo curto do seu rosto. Leva menos de um minuto.',
    'en-US': 'You record a short video of your face. It takes less than a minute.',
  },
  ready_light_name: { 'pt-BR': 'Boa luz', 'en-US': 'Good light' },
  ready_light: {
    'pt-BR': 'Fique de frente para uma janela ou lâmpada, nunca de costas.',
    'en-US': 'Face a window or a lamp, never with your back to it.',
  },
  ready_face_name: { 'pt-BR': 'Rosto à mostra', 'en-US': 'Face uncovered' },
  ready_face: {
    'pt-BR': 'Sem óculos escuros, boné ou máscara.',
    'en-US': 'No sunglasses, cap or mask.',
  },
  ready_video_name: { 'pt-BR': 'Sete segundos, sem som', 'en-US': 'Seven seconds, no sound' },
  ready_video: {
    'pt-BR': 'Você vê o vídeo antes de enviar e pode gravar de novo.',
    'en-US': 'You see the video before you send it, and can record it again.',
  },
  privacy_summary: { 'pt-BR': 'Como o seu vídeo é usado', 'en-US': 'How your video is used' },
  privacy_text: {
    'pt-BR':
      '{institution} guarda o vídeo de forma protegida, e somente os analistas desta verificação o assistem. A finalidade e o prazo de guarda estão no fim desta página. Depois do envio, esta página não deixa nada no seu aparelho, e ela não se comunica com nenhum outro site.',
    'en-US':
      '{institution} keeps the video protected, and only the analysts of this check see it. The purpose and how long it is kept are at the end of this page. After sending, this page leaves nothing on your device, and it connects to no other site.',
  },
  consent: {
    'pt-BR': 'Concordo com o uso do vídeo do meu rosto para confirmar a minha identidade neste cadastro.',
    'en-US': 'I agree to the use of the video of my face to confirm my identity in this registration.',
  },
  consent_missing: {
    'pt-BR': 'Para continuar, marque a caixa acima.',
    'en-US': 'To continue, tick the box above.',
  },
  consent_failed: {
    'pt-BR': 'A conexão falhou, e a sua concordância ainda não foi registrada. Tente de novo.',
    'en-US': 'The connection failed, and your agreement is not recorded yet. Try again.',
  },
  cannot_record: {
    'pt-BR':
      'Este navegador não grava vídeo. Grave com a câmera do aparelho, pelo botão abaixo, ou abra o link no Chrome ou no Safari atualizado.',
    'en-US':
      'This browser cannot record video. Record with the camera of your device, with the button below, or open the link in an up-to-date Chrome or Safari.',
  },
  device_camera: { 'pt-BR': 'Gravar com a câmera do aparelho', 'en-US': 'Record with the device’s camera' },
  open_camera: { 'pt-BR': 'Abrir a câmera', 'en-US': 'Open the camera' },
  choose_file: { 'pt-BR': 'Gravar com outro aplicativo', 'en-US': 'Record with another app' },

  hand_off_heading: { 'pt-BR': 'Prefere usar o celular?', 'en-US': 'Would you rather use your phone?' },
  hand_off_text: {
    'pt-BR': 'Aponte a câmera do celular para o código. A página abre lá.',
    'en-US': 'Point your phone’s camera at the code. The page opens there.',
  },
  hand_off_code: {
    'pt-BR': 'Código QR que abre esta página no celular',
    'en-US': 'QR code that opens this page on a phone',
  },

  camera_heading: { 'pt-BR': 'Centralize o rosto', 'en-US': 'Centre your face' },
  camera_lead: {
    'pt-BR': 'Segure o aparelho na altura dos olhos, com o rosto dentro da moldura.',
    'en-US': 'Hold the device at eye level, with your face inside the frame.',
  },
  camera_view: { 'pt-BR': 'Imagem da câmera', 'en-US': 'Camera image' },
  record: { 'pt-BR': 'Gravar', 'en-US': 'Record' },
  back: { 'pt-BR': 'Voltar', 'en-US': 'Back' },
  light_good: { 'pt-BR': 'A luz está boa', 'en-US': 'The light is good' },
  light_dark: { 'pt-BR': 'Está escuro: procure mais luz', 'en-US': 'It is dark: look for more light' },
  light_bright: {
    'pt-BR': 'Há luz demais: afaste-se um pouco dela',
    'en-US': 'Too much light: move away from it a little',
  },
  light_behind: { 'pt-BR': 'A luz vem de trás: vire-se para ela', 'en-US': 'The light is behind you: turn towards it' },
  prompt_count: { 'pt-BR': 'Vai começar', 'en-US': 'About to start' },
  prompt_front: { 'pt-BR': 'Olhe para a câmera', 'en-US': 'Look at the camera' },
  prompt_one_side: { 'pt-BR': 'Devagar, para um lado', 'en-US': 'Slowly, to one side' },
  prompt_other_side: { 'pt-BR': 'Agora para o outro lado', 'en-US': 'Now to the other side' },
  prompt_back: { 'pt-BR': 'Volte a olhar para a câmera', 'en-US': 'Look at the camera again' },

  review_heading: { 'pt-BR': 'Ficou bom?', 'en-US': 'Does it look good?' },
  review_lead: {
    'pt-BR': 'Confira se o seu rosto aparece inteiro e nítido o tempo todo.',
    'en-US': 'Check that your whole face is in view and sharp all the time.',
  },
  review_view: { 'pt-BR': 'O vídeo que você gravou', 'en-US': 'The video you recorded' },
  review_no_preview: {
    'pt-BR': 'Este navegador não reproduz este vídeo, mas ele pode ser enviado.',
    'en-US': 'This browser cannot play this video, but it can be sent.',
  },
  send: { 'pt-BR': 'Enviar', 'en-US': 'Send' },
  again: { 'pt-BR': 'Gravar de novo', 'en-US': 'Record again' },

  sending_heading: { 'pt-BR': 'Enviando', 'en-US': 'Sending' },
  sending_lead: {
    'pt-BR': 'Deixe esta página aberta até terminar.',
    'en-US': 'Leave this page open until it is done.',
  },
  sending_progress: { 'pt-BR': 'Envio do vídeo', 'en-US': 'Sending of the video' },
  sending_percent: { 'pt-BR': '{n}% enviado', 'en-US': '{n}% sent' },
  sending_finishing: { 'pt-BR': 'Quase pronto…', 'en-US': 'Almost there…' },
  sending_waiting: {
    'pt-BR': 'A conexão falhou. A parte já enviada está salva, e o envio continua assim que ela voltar.',
    'en-US': 'The connection failed. The part already sent is saved, and sending continues as soon as it is back.',
  },
  sending_resumed: {
    'pt-BR': 'Encontramos o vídeo que você começou a enviar. O envio continua de onde parou.',
    'en-US': 'We found the video you had started to send. Sending continues from where it stopped.',
  },
  try_now: { 'pt-BR': 'Tentar agora', 'en-US': 'Try now' },
  start_over: { 'pt-BR': 'Começar de novo', 'en-US': 'Start over' },

  done_heading: { 'pt-BR': 'Pronto, recebemos o seu vídeo', 'en-US': 'Done, we have your video' },
  done_lead: {
    'pt-BR':
      'Não falta mais nada por aqui: você já pode fechar esta página. {institution} avisará quando houver uma resposta.',
    'en-US':
      'There is nothing more to do here: you can close this page. {institution} will let you know when there is an answer.',
  },

  denied_heading: { 'pt-BR': 'A câmera está bloqueada', 'en-US': 'The camera is blocked' },
  denied_lead: {
    'pt-BR': 'O navegador não deixou esta página usar a câmera. Para liberar:',
    'en-US': 'The browser did not let this page use the camera. To allow it:',
  },
  denied_first: {
    'pt-BR': 'Toque no ícone ao lado do endereço da página.',
    'en-US': 'Tap the icon next to the address of the page.',
  },
  denied_second: {
    'pt-BR': 'Abra as permissões e escolha permitir a câmera.',
    'en-US': 'Open the permissions and choose to allow the camera.',
  },
  denied_third: { 'pt-BR': 'Volte aqui e tente de novo.', 'en-US': 'Come back here and try again.' },
  missing_heading: { 'pt-BR': 'Não encontramos uma câmera', 'en-US': 'We could not find a camera' },
  missing_lead: {
    'pt-BR':
      'Este aparelho não tem câmera, ou ela está desligada. Use um celular, ou envie um vídeo feito com outro aplicativo.',
    'en-US': 'This device has no camera, or it is switched off. Use a phone, or send a video made with another app.',
  },
  busy_heading: { 'pt-BR': 'A câmera está ocupada', 'en-US': 'The camera is busy' },
  busy_lead: {
    'pt-BR': 'Outro aplicativo está usando a câmera. Feche-o e tente de novo.',
    'en-US': 'Another app is using the camera. Close it and try again.',
  },
  try_again: { 'pt-BR': 'Tentar de novo', 'en-US': 'Try again' },

  paused_heading: { 'pt-BR': 'A câmera foi desligada', 'en-US': 'The camera was turned off' },
  paused_lead: {
    'pt-BR': 'Você saiu desta página por um momento, e nada foi gravado. Quando quiser, abra a câmera de novo.',
    'en-US': 'You left this page for a moment, and nothing was recorded. Open the camera again when you are ready.',
  },

  in_app_heading: { 'pt-BR': 'Abra no seu navegador', 'en-US': 'Open it in your browser' },
  in_app_lead: {
    'pt-BR': 'Você abriu o link dentro de um aplicativo, onde a câmera costuma não funcionar.',
    'en-US': 'You opened the link inside an app, where the camera often does not work.',
  },
  in_app_first: {
    'pt-BR': 'Toque no menu do aplicativo (⋯ ou ⋮) e escolha abrir no navegador.',
    'en-US': 'Tap the menu of the app (⋯ or ⋮) and choose to open in the browser.',
  },
  in_app_second: {
    'pt-BR': 'Ou copie o link e cole no Chrome ou no Safari.',
    'en-US': 'Or copy the link and paste it in Chrome or Safari.',
  },
  copy_link: { 'pt-BR': 'Copiar o link', 'en-US': 'Copy the link' },
  copied: { 'pt-BR': 'Link copiado', 'en-US': 'Link copied' },
  copy_by_hand: {
    'pt-BR': 'Não foi possível copiar. Selecione o link abaixo e copie.',
    'en-US': 'It could not be copied. Select the link below and copy it.',
  },
  link_label: { 'pt-BR': 'Link desta página', 'en-US': 'Link to this page' },
  stay: { 'pt-BR': 'Continuar aqui mesmo', 'en-US': 'Continue here' },

  failed_heading: { 'pt-BR': 'Este vídeo não deu certo', 'en-US': 'This video did not work' },
  failed_lead: {
    'pt-BR': 'Não foi possível usar este vídeo. Grave outro, por favor: leva menos de um minuto.',
    'en-US': 'This video could not be used. Please record another one: it takes less than a minute.',
  },
  large_heading: { 'pt-BR': 'O vídeo é grande demais', 'en-US': 'The video is too large' },
  large_lead: {
    'pt-BR': 'Ele pode ter até 50 MB: poucos segundos bastam. A câmera desta página grava no tamanho certo.',
    'en-US': 'It can have up to 50 MB: a few seconds are enough. The camera of this page records the right size.',
  },
  format_heading: { 'pt-BR': 'Este arquivo não é aceito', 'en-US': 'This file is not accepted' },
  format_lead: {
    'pt-BR': 'Precisa ser um vídeo em MP4, MOV ou WebM. A câmera desta página já grava do jeito certo.',
    'en-US': 'It must be a video in MP4, MOV or WebM. The camera of this page records the right kind.',
  },
  over_heading: { 'pt-BR': 'Foram muitas tentativas', 'en-US': 'That was the last attempt' },
  over_lead: {
    'pt-BR': 'Por segurança, este link não aceita mais vídeos. Peça um novo a quem o enviou.',
    'en-US': 'For security, this link accepts no more videos. Ask the sender for a new one.',
  },

  sent_heading: { 'pt-BR': 'O seu vídeo já foi enviado', 'en-US': 'Your video was already sent' },
  sent_lead: {
    'pt-BR':
      'Não é preciso enviar de novo: você já pode fechar esta página. {institution} avisará quando houver uma resposta.',
    'en-US':
      'You do not have to send it again: you can close this page. {institution} will let you know when there is an answer.',
  },
  nothing_heading: { 'pt-BR': 'Este link não está disponível', 'en-US': 'This link is not available' },
  nothing_lead: {
    'pt-BR': 'Confira se o link está completo ou peça um novo a quem o enviou.',
    'en-US': 'Check that the link is complete, or ask the sender for a new one.',
  },
  busy_page_heading: { 'pt-BR': 'Tente novamente em instantes', 'en-US': 'Try again in a moment' },
  busy_page_lead: {
    'pt-BR': 'A página está indisponível agora. Espere um minuto e abra o link de novo.',
    'en-US': 'The page is not available right now. Wait a minute and open the link again.',
  },
} as const satisfies Record<string, Text>

export type Word = keyof typeof texts
