/** Texts as members write them, and for each question the best answer. Fixed, so that a change of ranking shows. */
export interface Corpus {
  locale: string
  texts: Readonly<Record<string, string>>
  questions: readonly (readonly [question: string, answer: string])[]
}

const english: Corpus = {
  locale: 'en-US',
  texts: {
    backup:
      'Before you reinstall, copy the folder with your saved games somewhere safe. Backups of saves have rescued me twice this year.',
    lag: 'My connection lags every evening around eight. Pings climb to 400 ms, then the client disconnects. Changing the router did not help.',
    guild:
      'Our guild recruits healers and tanks for raids on Wednesday nights. Leave a message here, or whisper one of the officers.',
    recipe:
      'The recipe for the healing potion has changed: two red mushrooms, one spring water, and boil it slowly for a minute.',
    soup: 'Mushroom soup for cold evenings: fry the onions, add mushrooms and cream, and simmer it until everybody comes to the kitchen.',
    refund:
      'I was charged twice for the same subscription and would like a refund. Support has not answered my mail for a week.',
    colours:
      'As somebody who is colour-blind I cannot tell the poison cloud from the healing circle. Patterns instead of colours would help.',
    keyboard:
      'You can remap the keys under Settings, Controls. Gamepads are recognised when they are plugged in before the start.',
    dragon:
      'The dragon sleeps at the end of the northern cave. Bring ice arrows; its scales resist fire, and fire makes it angry.',
    fire: 'Fire safety in the club house: keep the exits free, and never leave candles burning when you leave the room.',
    map: 'I drew a map of all hidden treasures on the coast, with the two chests behind the waterfall that nobody mentions.',
    cheating:
      'A player flew through walls in our match yesterday. How do we report cheaters, and does anybody review the recordings?',
    birthday:
      'The server celebrates its tenth birthday on Saturday. There will be fireworks over the harbour and cake for everybody.',
    linux:
      'It runs well on Linux once the graphics driver is newer than version 535. On older drivers the screen stays black.',
    translation:
      'Volunteers are translating the quests into Portuguese. We miss proofreaders more than translators at the moment.',
    password: 'I forgot my password and the mail with the link never arrives, not even in the spam folder.',
  },
  questions: [
    ['backup of saved games', 'backup'],
    ['client disconnecting ping', 'lag'],
    ['guild looking for healers', 'guild'],
    ['healing potion recipe', 'recipe'],
    ['mushroom soup', 'soup'],
    ['refund charged twice', 'refund'],
    ['color or colour blind', 'colours'],
    ['remapping keys', 'keyboard'],
    ['dragon fire resistance or resist', 'dragon'],
    ['"hidden treasures" map', 'map'],
    ['report cheater', 'cheating'],
    ['black screen linux driver', 'linux'],
  ],
}

const french: Corpus = {
  locale: 'fr-FR',
  texts: {
    sauvegarde:
      'Pensez à copier vos sauvegardes avant de réinstaller le jeu : le dossier est effacé sans demander votre avis.',
    latence:
      'Depuis la mise à jour, la connexion est coupée toutes les dix minutes et la latence dépasse quatre cents millisecondes.',
    guilde:
      'Notre guilde recrute des guérisseurs pour les expéditions du mercredi soir. Bonne humeur exigée, niveau indifférent.',
    crepes:
      'La pâte à crêpes doit reposer une heure. Les crêpes mangées tièdes avec du beurre salé sont les meilleures.',
    chevaux:
      'Les chevaux sauvages galopent dans la plaine à l’ouest. On les attrape avec une corde et beaucoup de patience.',
    ecole:
      'Les élèves de l’école de magie passent leur examen au printemps ; les professeurs sont sévères mais justes.',
    remboursement:
      'J’ai été débité deux fois pour le même abonnement et je demande un remboursement depuis une semaine.',
    chateau:
      'Le château abandonné cache trois passages secrets, dont un derrière la cheminée de la grande salle.',
    fete: 'La fête des dix ans du serveur aura lieu samedi : feux d’artifice sur le port et gâteau pour tout le monde.',
    tricheur:
      'Un joueur traversait les murs hier. Comment signaler les tricheurs, et quelqu’un regarde-t-il les enregistrements ?',
    meteo:
      'La météo du jeu change avec les saisons : la neige ralentit les voyageurs et la pluie éteint les torches.',
    epee: 'L’épée légendaire se forge avec trois lingots d’étoile et un rubis trouvé au fond du lac gelé.',
    musique:
      'La musique du menu a été composée par un membre du forum, qui en joue une version au piano sur sa page.',
    theatre: 'La troupe de théâtre répète chaque jeudi dans la taverne ; les spectateurs sont les bienvenus.',
    carte:
      'J’ai dessiné une carte des trésors cachés de la côte, avec les deux coffres que personne ne mentionne.',
    clavier:
      'On peut changer les touches du clavier dans les options ; la manette doit être branchée avant le lancement.',
  },
  questions: [
    ['copier sauvegarde', 'sauvegarde'],
    ['connexion coupée latence', 'latence'],
    ['guilde recruter guérisseur', 'guilde'],
    ['crepe beurre sale', 'crepes'],
    ['attraper cheval or chevaux sauvages', 'chevaux'],
    ['eleve ecole magie', 'ecole'],
    ['remboursement abonnement', 'remboursement'],
    ['château passage secret', 'chateau'],
    ['fete anniversaire or serveur', 'fete'],
    ['signaler un tricheur', 'tricheur'],
    ['forger epee', 'epee'],
    ['carte tresor', 'carte'],
  ],
}

const german: Corpus = {
  locale: 'de-DE',
  texts: {
    sicherung:
      'Vor der Neuinstallation solltet ihr eure Spielstände sichern. Gesicherte Spielstände haben mich zweimal gerettet.',
    verbindung:
      'Abends bricht die Verbindung ständig ab, und die Antwortzeiten steigen auf über vierhundert Millisekunden.',
    gilde:
      'Unsere Gilde sucht Heiler für die Abende am Mittwoch. Wer mitspielen möchte, meldet sich hier im Forum.',
    suppe:
      'Für die Kartoffelsuppe brauche ich Lauch, Sahne und geröstete Brotwürfel. Mein Großvater nahm dazu Würstchen.',
    drache:
      'Der Drache schläft am Ende der nördlichen Höhle. Nehmt Eispfeile mit, denn Feuer macht ihn wütend.',
    haus: 'Die alten Häuser am Hafen kann man jetzt kaufen. Große Häuser haben einen Garten, kleine nur einen Balkon.',
    erstattung:
      'Mir wurde das Abonnement doppelt berechnet. Wann bekomme ich mein Geld zurück, und wer erstattet es?',
    farben:
      'Als Farbenblinder kann ich die Giftwolke nicht vom Heilkreis unterscheiden. Muster statt Farben wären schön.',
    strasse:
      'Auf der Straße nach Süden lauern Räuber. Reisende sollten in Gruppen gehen und den Fluss meiden.',
    geburtstag:
      'Am Samstag feiert der Server seinen zehnten Geburtstag mit Feuerwerk über dem Hafen und Kuchen für alle.',
    schluessel:
      'Die Schlüssel zu den Truhen im Keller hat der Müller. Er gibt sie nur heraus, wenn man ihm Mehl bringt.',
    betrug:
      'Gestern flog ein Spieler durch Wände. Wie meldet man Betrüger, und prüft jemand die Aufzeichnungen?',
    uebersetzung:
      'Freiwillige übersetzen die Aufgaben ins Portugiesische. Uns fehlen Korrekturleser, weniger die Übersetzer.',
    tastatur:
      'Die Tastenbelegung lässt sich in den Einstellungen ändern. Das Gamepad muss vor dem Start angeschlossen sein.',
    pilze: 'Im Wald wachsen giftige Pilze neben essbaren. Nur die mit roten Kappen eignen sich für Tränke.',
    wetter:
      'Das Wetter ändert sich mit den Jahreszeiten: Schnee macht Reisende langsam, Regen löscht Fackeln.',
  },
  questions: [
    ['Spielstand sichern', 'sicherung'],
    ['Verbindung bricht ab', 'verbindung'],
    ['Gilde sucht Heiler', 'gilde'],
    ['Kartoffelsuppe Sahne', 'suppe'],
    ['Drachen or Drache Höhle', 'drache'],
    ['haus kaufen', 'haus'],
    ['Abonnement doppelt berechnet', 'erstattung'],
    ['strasse räuber', 'strasse'],
    ['Geburtstag Feuerwerk', 'geburtstag'],
    ['schlussel truhe', 'schluessel'],
    ['Betrüger melden or meldet', 'betrug'],
    ['giftiger Pilz', 'pilze'],
  ],
}

const spanish: Corpus = {
  locale: 'es-ES',
  texts: {
    copia:
      'Antes de reinstalar el juego, haced una copia de las partidas guardadas; la carpeta se borra sin preguntar.',
    conexion:
      'Todas las noches se corta la conexión y la latencia supera los cuatrocientos milisegundos. Cambiar el router no sirvió.',
    gremio:
      'Nuestro gremio busca sanadores para las incursiones de los miércoles. Dejad aquí un mensaje si queréis venir.',
    tortilla:
      'La tortilla de patatas lleva cebolla, y quien diga lo contrario no la ha probado recién hecha.',
    ninos:
      'Los niños corrían por la montaña detrás de las cabras, y al anochecer volvían cantando canciones antiguas.',
    reembolso:
      'Me cobraron dos veces la misma suscripción y pido un reembolso; el soporte no contesta desde hace una semana.',
    dragon:
      'El dragón duerme al final de la cueva del norte. Llevad flechas de hielo, porque el fuego lo enfurece.',
    castillo:
      'El castillo abandonado esconde tres pasadizos secretos, uno de ellos detrás de la chimenea del salón.',
    cumpleanos:
      'El sábado el servidor celebra su décimo cumpleaños con fuegos artificiales en el puerto y tarta para todos.',
    tramposo:
      'Ayer un jugador atravesaba las paredes. ¿Cómo se denuncia a los tramposos? ¿Revisa alguien las grabaciones?',
    mapa: 'Dibujé un mapa de los tesoros escondidos de la costa, con los dos cofres que nadie menciona.',
    espada:
      'La espada legendaria se forja con tres lingotes de estrella y un rubí del fondo del lago helado.',
    traduccion:
      'Unos voluntarios traducen las misiones al portugués; nos faltan correctores más que traductores.',
    contrasena:
      'He olvidado mi contraseña y el correo con el enlace no llega nunca, ni siquiera a la carpeta de basura.',
    musica: 'La música del menú la compuso un miembro del foro, que toca una versión al piano en su página.',
    setas:
      'En el bosque crecen setas venenosas junto a las comestibles. Solo las rojas sirven para pociones.',
  },
  questions: [
    ['copia partida guardada', 'copia'],
    ['conexion cortada or latencia', 'conexion'],
    ['gremio sanador', 'gremio'],
    ['tortilla patata cebolla', 'tortilla'],
    ['nino montana correr', 'ninos'],
    ['reembolso suscripción', 'reembolso'],
    ['dragones cueva', 'dragon'],
    ['"pasadizos secretos"', 'castillo'],
    ['cumpleanos servidor', 'cumpleanos'],
    ['denunciar tramposo or tramposos', 'tramposo'],
    ['mapa de tesoros', 'mapa'],
    ['olvidar contrasena', 'contrasena'],
  ],
}

const japanese: Corpus = {
  locale: 'ja-JP',
  texts: {
    hozon:
      '再インストールの前に、セーブデータのフォルダを別の場所にコピーしてください。バックアップは大切です。',
    setsuzoku:
      '毎晩八時ごろになると接続が切れます。通信の遅延が大きく、ルーターを交換しても直りませんでした。',
    guild: '私たちのギルドは水曜日の夜に一緒に遊ぶ回復役を募集しています。初心者も歓迎します。',
    ramen: '駅前のラーメン屋は味噌ラーメンが一番おいしい。行列ができるので早めに行きましょう。',
    tenki: '東京都の天気は明日から雨になるそうです。花見は来週に延期しましょう。',
    kyoto: '京都の古いお寺を歩いて回りました。紅葉の季節は人が多いですが、朝早くは静かです。',
    henkin: '同じ月額料金が二回請求されました。返金をお願いしたいのですが、サポートから返事がありません。',
    ryuu: '北の洞窟の奥で竜が眠っています。火に強いので、氷の矢を持って行くとよいでしょう。',
    tanjoubi: '土曜日にサーバーの十周年記念があります。港で花火が上がり、みんなにケーキが配られます。',
    fusei: '昨日、壁を通り抜ける不正なプレイヤーを見ました。どこに通報すればよいですか。',
    chizu: '海岸に隠された宝箱の地図を描きました。滝の裏にある二つの宝箱も載せてあります。',
    honyaku: '有志がクエストをポルトガル語に翻訳しています。校正する人が足りません。',
    kagi: '地下室の宝箱の鍵は粉屋の主人が持っています。小麦粉を持って行くともらえます。',
    neko: '公園で三毛猫の写真を撮りました。人に慣れていて、膝の上で眠ってしまいました。',
    ongaku: 'メニュー画面の音楽は、この掲示板の会員が作曲したものです。ピアノ版もあります。',
    pasuwado: 'パスワードを忘れました。再設定のメールが迷惑メールのフォルダにも届きません。',
  },
  questions: [
    ['セーブデータ コピー', 'hozon'],
    ['接続 遅延', 'setsuzoku'],
    ['ギルド 募集', 'guild'],
    ['味噌ラーメン', 'ramen'],
    ['東京 天気', 'tenki'],
    ['京都 お寺', 'kyoto'],
    ['返金 請求', 'henkin'],
    ['洞窟 眠', 'ryuu'],
    ['花火', 'tanjoubi'],
    ['通報 プレイヤー', 'fusei'],
    ['宝箱の地図', 'chizu'],
    ['ﾊﾟｽﾜｰﾄﾞ 再設定', 'pasuwado'],
  ],
}

export const corpora: readonly Corpus[] = [english, french, german, spanish, japanese]
