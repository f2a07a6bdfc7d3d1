import type { Pool } from "pg";

/** Name parts of one script: a name is two given names and a family name of a stem and an ending. */
interface Script {
  /** Separator of the parts; Han and Hangul have none. */
  gap: string;
  given: string;
  stems: string;
  endings: string;
}

const scripts: readonly Script[] = [
  {
    gap: " ",
    given:
      "Marlene Oliver Charlotte Edmund Beatrice Frederick Harriet Leopold Matilda Norbert Philippa Quentin Rosalind Sebastian Theodora Valentin Winifred Alexander Christopher Christina Dominic Eleanor Gregory Josephine",
    stems:
      "Hart Lang Brook Stan Wood Green White Ash Black Birch Stone Clay Cross Dale East Fair Glen Holm King Lock Marsh North Oak Pember",
    endings: "ford ley ton worth field wick well by land ham stead man",
  },
  {
    gap: " ",
    given:
      "Alejandra Bernardo Catalina Domingo Esperanza Fernando Guadalupe Hernán Inés Joaquín Leonor Mauricio Nicolás Ofelia Pascual Ramona Santiago Teresa Ulises Valeria Xavier Yolanda Zacarías Marisol",
    stems:
      "Almo Barra Cas Delga Escu Ferra Garci Hernan Ibar Jimen Lopet Mendo Nava Orte Palom Quinta Ram Santo Tor Ube Val Yba Zamo Agui",
    endings: "rez dero gán billo lledo ndez rra sco tegui varro yez zábal",
  },
  {
    gap: " ",
    given:
      "Åsa Bjørn Dagny Eirik Frøya Gunnar Hjördis Ingeborg Jökull Kåre Liv Magnus Njål Oddny Pål Ragnhild Sigurd Torbjørn Ulrika Vigdis Yngvar Ævar Ørjan Solveig",
    stems:
      "Hans Erik Svein Olaf Knut Lars Gud Thor Har Stein Berg Ulv Bjarn Finn Arn Ketil Leif Rolf Sten Vid Øy Jon Grim Hall",
    endings: "dóttir sen sson gård lund strøm vik nes haug dal holt rud",
  },
  {
    gap: " ",
    given:
      "Анастасия Борис Валентина Григорий Дарья Евгений Жанна Зинаида Игорь Кирилл Людмила Матвей Надежда Олег Полина Роман Светлана Тимофей Ульяна Фёдор Харитон Эльвира Юлия Ярослав",
    stems:
      "Александр Белоус Воронц Громык Дорож Ершов Живаг Золотар Ильич Кузнец Лебед Мороз Невск Орлян Петр Рыбак Соболь Тарас Уваров Филат Хохл Чайк Шолох Щерб",
    endings: "енко ский чук ов ин ович ёв ко ак юк ян ец",
  },
  {
    gap: " ",
    given:
      "أحمد بشرى جميلة خالد داليا رشيد زينب سلمان شهرزاد صلاح طارق عائشة غسان فاطمة قاسم كريمة ليلى محمود نادية هشام وداد ياسمين إبراهيم مريم",
    stems:
      "حداد نجار خطيب سلطان منصور شريف عباس فارس قادر كاظم ناصر هاشم ياسين زهران رفاعي سعيد طاهر عثمان غانم بكري جابر دوسر راشد صباغ",
    endings: "ي اني اوي ية ين ون ات ان يني اري وري يان",
  },
  {
    gap: " ",
    given:
      "अनिकेत भावना चन्द्रिका दिनेश एकता फाल्गुनी गौरव हर्षिता ईशान जयश्री कार्तिक लक्ष्मी मीनाक्षी नरेन्द्र ओमकार प्रियंका राजेन्द्र सरस्वती तुषार उर्मिला विक्रम यशोदा ऋषभ शकुन्तला",
    stems:
      "अग्र भट्टा चतुर दीक्ष गोस्वा हरिह जोशी कुलक महेश नारायण पाटि रामा शास्त्र त्रिपा उपाध्या वर्मा याद मिश्रा ठाकु देशमु बनर्जी मुखर्जी सिंह द्विवे",
    endings: "वाल चार्य वेदी ित मी ण कर र्णी लकर ठी पुरे नाथ",
  },
  {
    gap: "",
    given:
      "明轩 雅婷 子涵 浩然 思远 佳怡 宇航 梦洁 俊杰 欣妍 天佑 诗涵 博文 若曦 志强 美玲 建国 晓燕 文博 静怡 国栋 丽华 海涛 春梅",
    stems: "王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗 梁 宋 郑 谢",
    endings: "大 小 子 之 若 思 文 天 云 书 玉 长",
  },
  {
    gap: "",
    given:
      "민준 서연 도윤 하은 예준 지우 시우 서현 주원 민서 지호 수아 현우 다은 준서 채원 건우 소율 우진 지안 선우 유나 정우 은서",
    stems: "김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 전 홍 유 고 문 양",
    endings: "가 나 다 라 마 바 사 아 자 차 카 하",
  },
];

/** Number of different names. */
const maxPeople = 8 * 24 * 24 * 24 * 12;

/**
 * Inserts `count` people of many scripts and roles into a migrated, empty database, always the same. Their
 * order is unrelated to their names.
 */
export async function insertGeneratedUsers(pool: Pool, count: number): Promise<void> {
  if (count > maxPeople) throw new RangeError(`At most ${maxPeople} people can be generated.`);
  await insertPeople(pool, count);
  await pool.query("vacuum (analyze) people");
}

async function insertPeople(pool: Pool, count: number): Promise<void> {
  await pool.query(
    `
    with scripts as (
      select at, value ->> 'gap' as gap,
        string_to_array(value ->> 'given', ' ') as given,
        string_to_array(value ->> 'stems', ' ') as stems,
        string_to_array(value ->> 'endings', ' ') as endings
      from jsonb_array_elements($2::jsonb) with ordinality as listed (value, at)
    ), drawn as (
      select n, (n::bigint * 611953 % ${maxPeople})::int as d from generate_series(1, $1::int) n
    ), parts as (
      select n, gap, given[1 + d / 8 % 24] as first, given[1 + d / 192 % 24] as second,
        stems[1 + d / 4608 % 24] || endings[1 + d / 110592 % 12] as family
      from drawn join scripts on at = 1 + d % 8
    ), named as (
      select n, concat_ws(gap, case gap when '' then family end, first, second, case gap when ' ' then family end) as name
      from parts
    )
    insert into people (email, name, name_key, role, videos_uploaded, tasks_completed, rating_sum, rating_count, created_at)
    select 'known-' || n || '@example.com', normalize(name, NFC), lower(upper(normalize(name, NFKC))),
      case n % 3 when 0 then 'YOUTUBER' else 'EDITOR' end,
      case n % 3 when 0 then n % 997 else 0 end,
      case n % 3 when 0 then 0 else n % 499 end,
      case n % 3 when 0 then 0 else n % 40 * (1 + n % 5) end,
      case n % 3 when 0 then 0 else n % 40 end,
      now() - n * interval '1 second'
    from named`,
    [count, JSON.stringify(scripts)],
  );
}
