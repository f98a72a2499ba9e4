// Texts of the rider's app and of the Pro Center: key | page | English | French | German. A trailing word in [brackets]
// says what the text is for.

export const mobileAppWords = `
welcome.title | Welcome | Your bike, always in reach | Votre vélo, toujours à portée | Ihr Rad, immer in Reichweite
welcome.start | Welcome | Get started | Commencer | Los geht's
welcome.sign-in | Welcome | I already have an account | J'ai déjà un compte | Ich habe schon ein Konto
welcome.tour.map | Welcome | See where your bike is, wherever you are. | Voyez où se trouve votre vélo, où que vous soyez. | Sehen Sie, wo Ihr Rad steht, wo immer Sie sind.
welcome.tour.alarm | Welcome | Get an alert as soon as someone moves it. | Recevez une alerte dès que quelqu'un le déplace. | Sie werden gewarnt, sobald es jemand bewegt.
welcome.tour.battery | Welcome | Know how far the battery will take you. | Sachez jusqu'où la batterie vous mènera. | Wissen Sie, wie weit der Akku reicht.
sign-in.title | Sign in | Sign in | Se connecter | Anmelden
sign-in.email | Sign in | E-mail address | Adresse e-mail | E-Mail-Adresse
sign-in.password | Sign in | Password | Mot de passe | Passwort
sign-in.forgot | Sign in | Forgot your password? | Mot de passe oublié ? | Passwort vergessen?
sign-in.wrong | Sign in | The e-mail address or the password is wrong. | L'adresse e-mail ou le mot de passe est incorrect. | E-Mail-Adresse oder Passwort ist falsch.
sign-in.too-many | Sign in | Too many tries. Wait {minutes} min and try again. | Trop de tentatives. Attendez {minutes} min et réessayez. | Zu viele Versuche. Bitte warten Sie {minutes} Min.
sign-in.show-password | Sign in | Show password | Afficher le mot de passe | Passwort anzeigen
sign-up.title | Sign up | Create your account | Créez votre compte | Konto anlegen
sign-up.first-name | Sign up | First name | Prénom | Vorname
sign-up.last-name | Sign up | Last name | Nom | Nachname
sign-up.phone | Sign up | Mobile number | Numéro de mobile | Handynummer
sign-up.country | Sign up | Country | Pays | Land
sign-up.accept | Sign up | I accept the privacy policy | J'accepte la politique de confidentialité | Ich akzeptiere die Datenschutzerklärung
sign-up.password-hint | Sign up | At least 10 characters | Au moins 10 caractères | Mindestens 10 Zeichen
sign-up.code-sent | Sign up | We sent a code to {email}. | Nous avons envoyé un code à {email}. | Wir haben einen Code an {email} geschickt.
sign-up.code | Sign up | Six-digit code | Code à six chiffres | Sechsstelliger Code
sign-up.code-again | Sign up | Send another code | Envoyer un autre code | Neuen Code senden
sign-up.code-wrong | Sign up | That code is wrong or too old. | Ce code est faux ou trop ancien. | Dieser Code ist falsch oder abgelaufen.
sign-up.done | Sign up | Welcome, {firstName} | Bienvenue, {firstName} | Willkommen, {firstName}
pairing.title | Pairing | Pair your module | Associer votre module | Modul verbinden
pairing.find-serial | Pairing | The serial number is under the down tube. | Le numéro de série se trouve sous le tube diagonal. | Die Seriennummer steht unter dem Unterrohr.
pairing.scan | Pairing | Scan the code | Scanner le code | Code scannen
pairing.type | Pairing | Type the serial number | Saisir le numéro de série | Seriennummer eintippen
pairing.pin | Pairing | Activation PIN | Code d'activation | Aktivierungs-PIN
pairing.searching | Pairing | Looking for your bike nearby | Recherche de votre vélo à proximité | Ihr Rad wird in der Nähe gesucht
pairing.bluetooth-off | Pairing | Turn Bluetooth on to pair. | Activez le Bluetooth pour associer. | Schalten Sie Bluetooth ein.
pairing.other-owner | Pairing | This module already belongs to someone. Contact your dealer. | Ce module appartient déjà à quelqu'un. Contactez votre revendeur. | Dieses Modul gehört schon jemandem. Bitte fragen Sie Ihren Händler.
pairing.done | Pairing | {name} is paired | {name} est associé | {name} ist verbunden
home.lock | Home | Lock | Verrouiller | Abschließen
home.unlock | Home | Unlock | Déverrouiller | Aufschließen
home.locked | Home | Locked | Verrouillé | Abgeschlossen
home.unlocked | Home | Unlocked | Déverrouillé | Aufgeschlossen
home.light-on | Home | Light on | Allumer la lumière | Licht an
home.light-off | Home | Light off | Éteindre la lumière | Licht aus
home.ring | Home | Make it ring | Faire sonner | Klingeln lassen
home.range | Home | About {km} km left | Encore {km} km environ | Noch etwa {km} km
home.battery | Home | Battery {percent} % | Batterie {percent} % | Akku {percent} %
home.battery-low | Home | Battery low: charge soon | Batterie faible : rechargez bientôt | Akku schwach: bald laden
home.charging | Home | Charging, full at {time} | En charge, pleine à {time} | Lädt, voll um {time}
home.last-seen | Home | Seen {time} ago | Vu il y a {time} | Vor {time} gesehen
home.offline | Home | No contact since {date} | Aucun contact depuis le {date} | Kein Kontakt seit {date}
map.title | Map | Where is it | Où est-il | Wo ist es
map.route | Map | Show me the way | M'y conduire | Weg zeigen
map.share | Map | Share position | Partager la position | Position teilen
map.accuracy | Map | Accurate to {meters} m | Précision de {meters} m | Auf {meters} m genau
map.parked | Map | Parked since {time} | Stationné depuis {time} | Geparkt seit {time}
map.indoors | Map | Probably indoors | Probablement à l'intérieur | Wahrscheinlich drinnen
theft.title | Theft mode | Theft mode | Mode vol | Diebstahlmodus
theft.start | Theft mode | Report as stolen | Déclarer volé | Als gestohlen melden
theft.confirm | Theft mode | Your bike will send its position each minute. | Votre vélo enverra sa position chaque minute. | Ihr Rad sendet jede Minute seine Position.
theft.police | Theft mode | File for the police (PDF) | Dossier pour la police (PDF) | Unterlagen für die Polizei (PDF)
theft.stop | Theft mode | I found it | Je l'ai retrouvé | Ich habe es wieder
theft.siren | Theft mode | Sound the siren | Déclencher la sirène | Sirene einschalten
alarm.moved | Alarms | Your bike is being moved | Votre vélo est en mouvement | Ihr Rad wird bewegt
alarm.fall | Alarms | A fall was detected. Are you all right? | Une chute a été détectée. Tout va bien ? | Ein Sturz wurde erkannt. Geht es Ihnen gut?
alarm.fall-ok | Alarms | I am fine | Tout va bien | Mir geht es gut
alarm.fall-help | Alarms | Call for help | Appeler les secours | Hilfe rufen
alarm.zone-left | Alarms | {name} has left the zone {zone} | {name} a quitté la zone {zone} | {name} hat die Zone {zone} verlassen
alarm.tyre | Alarms | Tyre pressure is low | Pression des pneus insuffisante | Reifendruck zu niedrig
alarm.cold | Alarms | The battery is too cold to charge | La batterie est trop froide pour charger | Der Akku ist zum Laden zu kalt
alarm.mute-hour | Alarms | Mute for an hour | Couper pendant une heure | Eine Stunde stumm
ride.start | Rides | Start a ride | Démarrer un trajet | Fahrt beginnen
ride.stop | Rides | End the ride | Terminer le trajet | Fahrt beenden
ride.distance | Rides | Distance | Distance | Strecke
ride.duration | Rides | Time | Durée | Zeit
ride.speed | Rides | Average speed | Vitesse moyenne | Durchschnitt
ride.climb | Rides | Climb | Dénivelé | Höhenmeter
ride.assist | Rides | Motor support | Assistance | Unterstützung
ride.today | Rides | Today | Aujourd'hui | Heute
ride.week | Rides | This week | Cette semaine | Diese Woche
ride.month | Rides | This month | Ce mois-ci | Dieser Monat
ride.saved-co2 | Rides | {kg} kg of CO₂ saved | {kg} kg de CO₂ évités | {kg} kg CO₂ gespart
ride.export | Rides | Export as GPX | Exporter en GPX | Als GPX exportieren
service.title | Service | Service book | Carnet d'entretien | Serviceheft
service.due-km | Service | Service due in {km} km | Révision dans {km} km | Service in {km} km fällig
service.overdue | Service | Service overdue | Révision en retard | Service überfällig
service.book | Service | Book at {company} | Prendre rendez-vous chez {company} | Termin bei {company}
service.chain | Service | Clean and oil the chain | Nettoyer et huiler la chaîne | Kette reinigen und ölen
service.brakes | Service | Check the brake pads | Contrôler les plaquettes | Bremsbeläge prüfen
service.bolts | Service | Check the bolts | Contrôler le serrage | Schrauben prüfen
firmware.available | Updates | Version {version} is ready | La version {version} est prête | Version {version} steht bereit
firmware.install | Updates | Install now | Installer maintenant | Jetzt installieren
firmware.tonight | Updates | Install tonight | Installer cette nuit | Heute Nacht installieren
firmware.progress | Updates | Installing, {percent} % | Installation, {percent} % | Wird installiert, {percent} %
firmware.keep-near | Updates | Keep your phone near the bike. | Gardez votre téléphone près du vélo. | Lassen Sie das Telefon beim Rad.
firmware.done | Updates | Your module is up to date | Votre module est à jour | Ihr Modul ist aktuell
firmware.failed | Updates | The update stopped. Your module works as before. | La mise à jour s'est arrêtée. Votre module fonctionne comme avant. | Das Update wurde abgebrochen. Ihr Modul läuft wie zuvor.
settings.title | Settings | Settings | Réglages | Einstellungen
settings.language | Settings | Language | Langue | Sprache
settings.units | Settings | Units | Unités | Einheiten
settings.units-km | Settings | Kilometres | Kilomètres | Kilometer
settings.units-mi | Settings | Miles | Miles | Meilen
settings.notifications | Settings | Notifications | Notifications | Mitteilungen
settings.weekly-report | Settings | Weekly report by e-mail | Bilan hebdomadaire par e-mail | Wochenbericht per E-Mail
settings.dark | Settings | Dark appearance | Apparence sombre | Dunkle Darstellung
settings.password | Settings | Change password | Changer le mot de passe | Passwort ändern
settings.sign-out | Settings | Sign out | Se déconnecter | Abmelden
settings.delete-account | Settings | Delete my account | Supprimer mon compte | Konto löschen
settings.delete-warning | Settings | Your rides and alerts will be gone for good. | Vos trajets et vos alertes seront perdus pour toujours. | Fahrten und Warnungen sind dann endgültig weg.
settings.version | Settings | App version {version} | Version de l'app {version} | App-Version {version}
permission.location | Permissions | Persdesk needs your position to guide you to your bike. | Persdesk a besoin de votre position pour vous guider vers votre vélo. | Persdesk braucht Ihren Standort, um Sie zum Rad zu führen.
permission.bluetooth | Permissions | Bluetooth connects your phone to the module. | Le Bluetooth relie votre téléphone au module. | Bluetooth verbindet Telefon und Modul.
permission.camera | Permissions | The camera scans the code of your module. | L'appareil photo lit le code de votre module. | Die Kamera liest den Code Ihres Moduls.
permission.allow | Permissions | Allow | Autoriser | Erlauben
permission.later | Permissions | Not now | Plus tard | Nicht jetzt
error.network | Errors | No connection. We try again as soon as you are online. | Pas de connexion. Nous réessaierons dès que vous serez en ligne. | Keine Verbindung. Wir versuchen es wieder, sobald Sie online sind.
error.server | Errors | Something went wrong on our side. Nothing was lost. | Un problème est survenu de notre côté. Rien n'est perdu. | Bei uns ist etwas schiefgegangen. Nichts ist verloren.
error.required | Errors | Fill this in. | Champ à remplir. | Bitte ausfüllen.
error.email | Errors | That is no e-mail address. | Ce n'est pas une adresse e-mail. | Das ist keine E-Mail-Adresse.
error.update-app | Errors | This version is too old. Update the app. | Cette version est trop ancienne. Mettez l'app à jour. | Diese Version ist zu alt. Bitte die App aktualisieren.
common.save | Everywhere | Save | Enregistrer | Speichern
common.cancel | Everywhere | Cancel | Annuler | Abbrechen
common.close | Everywhere | Close | Fermer | Schließen
common.next | Everywhere | Next | Suivant | Weiter
common.back | Everywhere | Back | Retour | Zurück
common.retry | Everywhere | Try again | Réessayer | Erneut versuchen
common.yes | Everywhere | Yes | Oui | Ja
common.no | Everywhere | No | Non | Nein
common.search | Everywhere | Search | Rechercher | Suchen
common.loading | Everywhere | Loading | Chargement | Wird geladen
common.more | Everywhere | Show more | Afficher plus | Mehr anzeigen
common.less | Everywhere | Show less | Afficher moins | Weniger anzeigen
common.today | Everywhere | Today | Aujourd'hui | Heute
common.yesterday | Everywhere | Yesterday | Hier | Gestern
common.never | Everywhere | Never | Jamais | Nie
`;

export const proCenterWords = `
overview.title | Overview | Your fleet today | Votre flotte aujourd'hui | Ihre Flotte heute
overview.online | Overview | Online | En ligne | Online
overview.offline | Overview | Offline | Hors ligne | Offline
overview.in-service | Overview | In the workshop | À l'atelier | In der Werkstatt
overview.open-alerts | Overview | Open alerts | Alertes en cours | Offene Warnungen
overview.km-week | Overview | Kilometres this week | Kilomètres cette semaine | Kilometer diese Woche
overview.outdated | Overview | Modules with old firmware | Modules à mettre à jour | Module mit alter Firmware
overview.since-last-week | Overview | {percent} % since last week | {percent} % depuis la semaine dernière | {percent} % seit letzter Woche
import.title | Import | Import from a spreadsheet | Importer depuis un tableur | Aus Tabelle importieren
import.drop | Import | Drop an XLSX file here | Déposez un fichier XLSX ici | XLSX-Datei hier ablegen
import.template | Import | Download the template | Télécharger le modèle | Vorlage herunterladen
import.check | Import | Check the file | Vérifier le fichier | Datei prüfen
import.new | Import | {count} new | {count} nouveaux | {count} neu
import.changed | Import | {count} changed | {count} modifiés | {count} geändert
import.faults | Import | {count} rows with faults | {count} lignes en erreur | {count} fehlerhafte Zeilen
import.confirm | Import | Import the good rows | Importer les lignes valides | Gute Zeilen importieren
import.row | Import | Row {row}, column {column} | Ligne {row}, colonne {column} | Zeile {row}, Spalte {column}
import.too-large | Import | The file is larger than 10 MB. | Le fichier dépasse 10 Mo. | Die Datei ist größer als 10 MB.
export.title | Export | Export what you see | Exporter l'affichage | Ansicht exportieren
export.xlsx | Export | Excel workbook | Classeur Excel | Excel-Arbeitsmappe
export.csv | Export | CSV file | Fichier CSV | CSV-Datei
invite.title | Team | Invite someone | Inviter quelqu'un | Jemanden einladen
invite.sent | Team | The invitation is on its way to {email}. | L'invitation est en route vers {email}. | Die Einladung an {email} ist unterwegs.
invite.again | Team | Send again | Renvoyer | Erneut senden
invite.expires | Team | Good for 7 days | Valable 7 jours | 7 Tage gültig
invite.accepted | Team | Accepted on {date} | Acceptée le {date} | Angenommen am {date}
invite.refused | Team | Refused | Refusée | Abgelehnt
invite.pending | Team | Waiting for an answer | En attente de réponse | Antwort steht aus
link.manufacturer | Links | Manufacturer | Fabricant | Hersteller
link.dealer | Links | Dealer | Revendeur | Händler
link.subcontractor | Links | Subcontractor | Sous-traitant | Subunternehmer
link.fleet | Links | Fleet | Flotte | Flottenbetreiber
link.from | Links | From | Du | Von
link.until | Links | Until | Au | Bis
link.open-end | Links | No end | Sans fin | Ohne Ende
link.overlap | Links | These periods overlap. | Ces périodes se chevauchent. | Diese Zeiträume überschneiden sich.
rights.title | Rights | What this role may do | Ce que ce rôle peut faire | Was diese Rolle darf
rights.read | Rights | See | Consulter | Ansehen
rights.write | Rights | Edit | Modifier | Bearbeiten
rights.all | Rights | Everything | Tout | Alles
rights.none | Rights | Nothing | Rien | Nichts
rights.ceiling | Rights | Your company cannot give this right. | Votre entreprise ne peut pas donner ce droit. | Ihr Unternehmen kann dieses Recht nicht vergeben.
banner.acting | Banner | {actor} is working as {name} | {actor} travaille en tant que {name} | {actor} arbeitet als {name}
banner.leave | Banner | Back to my account | Revenir à mon compte | Zurück zu meinem Konto
list.rows | Lists | {from}–{to} of {total} | {from}–{to} sur {total} | {from}–{to} von {total}
list.columns | Lists | Columns | Colonnes | Spalten
list.filters | Lists | Filters | Filtres | Filter
list.clear-filters | Lists | Clear filters | Effacer les filtres | Filter löschen
list.no-match | Lists | Nothing matches these filters. | Rien ne correspond à ces filtres. | Nichts passt zu diesen Filtern.
list.selected | Lists | {count} selected | {count} sélectionnés | {count} ausgewählt
list.select-all | Lists | Select all {count} | Tout sélectionner ({count}) | Alle {count} auswählen
form.unsaved | Forms | You have unsaved changes. | Des modifications ne sont pas enregistrées. | Es gibt ungespeicherte Änderungen.
form.leave | Forms | Leave without saving | Quitter sans enregistrer | Ohne Speichern verlassen
form.stay | Forms | Stay | Rester | Bleiben
form.optional | Forms | optional | facultatif | optional
form.conflict | Forms | {name} changed this while you were editing. | {name} a modifié ceci pendant votre saisie. | {name} hat das inzwischen geändert.
form.saved | Forms | Saved | Enregistré | Gespeichert
status.active | Status | Active | Actif | Aktiv
status.disabled | Status | Disabled | Désactivé | Deaktiviert
status.invited | Status | Invited | Invité | Eingeladen
status.stock | Status | In stock | En stock | Auf Lager
status.maintenance | Status | In maintenance | En maintenance | In Wartung
status.retired | Status | Retired | Retiré | Ausgemustert
history.title | History | History | Historique | Verlauf
history.created | History | Created by {name} | Créé par {name} | Angelegt von {name}
history.changed | History | {field} changed by {name} | {field} modifié par {name} | {field} geändert von {name}
history.revert | History | Go back to this | Revenir à ceci | Darauf zurücksetzen
report.weekly | Reports | Weekly report | Rapport hebdomadaire | Wochenbericht
report.monthly | Reports | Monthly report | Rapport mensuel | Monatsbericht
report.period | Reports | Period | Période | Zeitraum
report.compare | Reports | Compare with the period before | Comparer à la période précédente | Mit Vorzeitraum vergleichen
account.profile | Account | Your profile | Votre profil | Ihr Profil
account.preferences | Account | Preferences | Préférences | Voreinstellungen
account.time-zone | Account | Time zone | Fuseau horaire | Zeitzone
account.companies | Account | Your companies | Vos entreprises | Ihre Unternehmen
account.switch-company | Account | Switch company | Changer d'entreprise | Unternehmen wechseln
`;

/** key, page, English one/many, French gender, one, many, German gender, one, many */
export const nounWords = `
vehicle | Vehicles | vehicle | vehicles | m | véhicule | véhicules | n | Fahrzeug | Fahrzeuge
bike-model | Vehicle models | vehicle model | vehicle models | m | modèle de véhicule | modèles de véhicule | n | Fahrzeugmodell | Fahrzeugmodelle
module | PERS devices | module | modules | m | module | modules | n | Modul | Module
rider | Riders | rider | riders | m | cycliste | cyclistes | m | Fahrer | Fahrer
team | Teams | team | teams | f | équipe | équipes | n | Team | Teams
pilot | Pilots | pilot | pilots | m | pilote | pilotes | m | Pilot | Piloten
role | Roles | role | roles | m | rôle | rôles | f | Rolle | Rollen
member | Members | member | members | m | membre | membres | n | Mitglied | Mitglieder
dealer | Dealers | dealer | dealers | m | revendeur | revendeurs | m | Händler | Händler
subcontractor | Subcontractors | subcontractor | subcontractors | m | sous-traitant | sous-traitants | m | Subunternehmer | Subunternehmer
manufacturer | Manufacturers | manufacturer | manufacturers | m | fabricant | fabricants | m | Hersteller | Hersteller
brand | Brands | brand | brands | f | marque | marques | f | Marke | Marken
alert | Alerts | alert | alerts | f | alerte | alertes | f | Warnung | Warnungen
zone | Zones | zone | zones | f | zone | zones | f | Zone | Zonen
ride | Rides | ride | rides | m | trajet | trajets | f | Fahrt | Fahrten
appointment | Appointments | appointment | appointments | m | rendez-vous | rendez-vous | m | Termin | Termine
document | Documents | document | documents | m | document | documents | n | Dokument | Dokumente
report | Reports | report | reports | m | rapport | rapports | m | Bericht | Berichte
firmware | Firmware | version | versions | f | version | versions | f | Version | Versionen
template | Mail templates | mail template | mail templates | m | modèle d'e-mail | modèles d'e-mail | f | Mailvorlage | Mailvorlagen
`;
