// Written by tools/dev/tables/charsets.

extension CharsetTable {
    /// 3456 characters.
    static let singleByte = CharsetTable(
        packed: """
            H4sIAAAAAAACA+1Xe1RUxxmf7+4DYi0BLJgN7IsgxsRwUMGmxQcao0lbmz1BbIMYH1CRSjSxhwQUW03UEh/xGXMI0awmKDZiG61Rm6NVa2\
            KOhkYlcILivkB6TmoTtvGchGXZ6Tf37t29u7jcpWv7137LnZlvvrnzm++b73FRksGRkRCKHaWso1Rs+Al+kvpnWWcJet+7hLiNFqPHmn6d\
            yiKCh/KY/B/uyvPQx3gcUnFa+AkQwhG9bwwox31k8REKvC+wAfXuIfKCIfz6SSCE+YHkYeD7lfce2a+/19ZEvJCAw1DR3APJ5fEVkrFbQS\
            Kl1I7A/dxhKC/qoHYFeIu6hz3qkG/28ItCzIdNemIzECsOODQVNdjYiJA+/mFtPxqUkdzhXH6/UT/LhCTDzdAyFxEUC8cBqc/jpbzO3s//\
            +jvewHLZ+NfbhEcSeIyVAkjSjfSs0qAJJdfZ5PC1xIFe69A6tJTYcUQ62JRWTGSOO9+X1kFCqBckp2GY32D1axt08zTSeAxnAz21Iz54fG\
            mLWY3xRJJJgw8npBcPkZGn94fr4/iosKTdwBblFmOgXMpfV0guWbK/4KliN4DcEAY+MVoJj2mlrEPeIvLuSPHdATnef7PiO3ob3+BSA6Iz\
            aCM7AKF2nYWlJNzCaDVgmdULnqzj37WlX8cRJdfICJueEJvf57+LYR14ExilWqsYUL58J+wg8t//r13LiU+c3AKDVY8nRDy9XWdnFhHxDT\
            aB54hHEvrYcB5f4DOXjLD+A0ntTOGnOrA0YZ8i4nekdLLvFAXBS3YTBWuwGrpZQcSRIrVDvPvI6qEVFcddHFrUnx3Jq79DZ+P5iANcLra9\
            +Da8Bpv0/tnFEL7Y9UkyBT/HKuHdqn+GQP1JkP6Dty+VSW9Bcr0PP1B/h87qiwqDNWT9JcrQ1ZUnlUz9NdzUePG7NHYVDjTC1l3384KuHp\
            VL8rkjJV6gCmEgl8o34Icu4Swu/jw4w6ZdqGuXxhd/TH+ujwbcP9cnyUo0wAh3p/6CVmL/wPu36sO9f3EN80tC+e80/7f7gHKdTc5ZU2wY\
            8npsqMGB3ztEi/nXjpEvJhRK3WL+VTA2RbCenuWSVIds/KbGw+DoaYBlaRPhNo37Sq2m9JjS8F1354Q06HUl9bm6U3vBjTIX3EcP3652xy\
            q7zwS9f8R0FH/HTU+X7Sl2v+YmNjnAks/Limu1M+GER52UfdmTU9BaunyDttx5EPnivZ4vnoO8cxVNZx8/9dTRp45CHjdOuQmq18Oa5PJd\
            5bBu1YubwGif3WTLaM+6mnUVjCh/D+bWw8LkjS9thEUvHpDDX3/kEhSlvwI1mWeSq/JX5uBbAM9vhyrkax6rngYw6fx0z1/F5WOuYPOzD+\
            DxU9hv7X4FW13nSI9FlCc4sXmkBTLasX+hu1oWvyRb9/O1w8rhxJH4aTMuj4WC1uq5FcM2Og8i35HddOwsv2qxBfX/6XEo6sqJ+XIPm3lz\
            McAmriJNMPCTFtR/dCtMZHJ2NFj5e4DnuKWy+Ask470LIFK6kCth8MBGuRfmE/JukeCsQ/fmB4QG/m+ht4fe4GO2KK///GHpJqvl8Cthwz\
            2Kb3FwZQxAflIdGwnXPOYKf9nBNO+dQZhjrCz+/H3eQebngYJJ57GZKpM+hp8MvXMyiQOnLH5JXHysJ+6FnS0m9fCsU7ZFBTy/eh3j35ht\
            C/I/gIoYdCzY/jzzP6Qg/wOYHbMf299sYf4H8OMn5PBXrQNYUYPGbixA7r4vsSmrBZhydk8JDh/UPXRVfRryXa5Tf9o99Ae3E0Z0cK9VvQ\
            pQ95kmfvnb3MIMlN+AbJerfZsobyxsAKhG+bbVXF2pHP5CMJcC3d02qu3Vf3wIF9nh9VBhfrh19I0d26B9XtDy+rl8t3Mp39WW9Usn1XxX\
            sZnvVtSsCcNJ7un5cMZfJIa6+KgQR2/AiBmRxqMsfglMWLJ8KuIv2/H37CbIgTnjc821cGHL0H2Ir8T8l3duqj/LTxm3BY27fm0y03wC9x\
            G2RvsDVp88bdxhwPz7q+QaZLRcJ3BDlEixSNPYAGc3r66CzFTIXbOFU+U9A0C5wBOZJVloYr0Dkr6Ce79O/MY7E88S7Dfu++mtBJXbo+iU\
            kbeGga8gHBD27vgm1pkVGOL8vWf8ti5S/DeB42JVahXlOPzDB/iHMRQnIX3rv0G5cueoz3qrtt8+sShx+g4scvEz7/W8v+R38V9PTLzg+N\
            7Syg9O18cvWWFQJK6CMxALvWBpzqn6dPFmuAD6XcXKxO2x3w7pUwH0xcDDzbHg+eXryc2jACwjPLdutuBx9s33W7QGFKBywto75f/BEcu/\
            kwdaUI8LDrXUltXFuqC0IavNOETjHi7ib5jM8xkjE8qK+Rx4bCY2TTnwUOly9vLMwqKXzQsmRVr/R8HwH11C/I1r27KucFT52Mci/g/tBu\
            SnLDX94a1byVDYMIeVymcOQoEpNx3L60eTSnc3mriTEcbf3Jbayk2IX//rrDZNbneiaP9Ppk9u0/zE7noQ/rfU6MUvbSj8Y770/jdUmhcy\
            /iZohZW/eA+b0jpvJbxb9e9QgP5+fEF/uDZY/dEH/DQrs196Qx/wU06mudGHH6j/J9O9+iPF9Iasv+C8wxkeYc1QoQBflqm/h66+5cV/8o\
            wmO7F7ZJmA/3rVsoOak9DYVb7LuzzpX0GFycyiUxq60i81Nq3GZ3fJnmLs3maTz8K7UIT9/jlwoLABXTkR/nbNF3+of6re+YX0/oeNPs9/\
            fxTtD6i/fJ6/O/V3TrPE/oH3X2kO8/7zzonX2cTO9ehF+HS8MNE8q52vP6LBb7HvkbGXgVcF6c+9sxJkNndutQ3D/Gtq6K2ymeLeMV3C/O\
            uc1/6SG/+LOWJ63+RpPCDm3yXI9pwW8u/IbmSO/9PksQ+8/bMkSlGKUpSiFKUoRSlKUYpSlKL0f6H/AOCn9auAKAAA
            """)
}
